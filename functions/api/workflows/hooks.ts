import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { noHook, readHook, rotateHook, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { workflowPath } from './workflow-schemas.ts';

const hookReply = z
  .object({
    url: z.string().meta({ description: 'URL to which webhooks are posted.' }),
    secret: z.string().meta({ description: 'Token of webhooks, and key of their signature.' }),
    previousSecretUntil: instantReply
      .nullable()
      .meta({ description: 'Time until which the previous secret is accepted as well.' }),
  })
  .meta({ id: 'WorkflowHook' });

const hookExample = {
  url: 'https://api.example.com/v1/workflow-hooks/wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  previousSecretUntil: null,
};

/** GET /v1/workflows/{id}/hook */
export const getHook = defineWorkflowEndpoint({
  name: 'getWorkflowHook',
  method: 'GET',
  path: '/v1/workflows/{id}/hook',
  area: 'Workflows',
  summary: 'Get the address and secret of a webhook trigger',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  reply: hookReply,
  replyExample: hookExample,
  refusals: [workflowNotFound, noHook],
  handle: ({ input: { path }, ctx }) => readHook(ctx, ctx.organizationId, path.id),
});

/** POST /v1/workflows/{id}/hook/rotate */
export const rotateHookSecret = defineWorkflowEndpoint({
  name: 'rotateWorkflowHookSecret',
  method: 'POST',
  path: '/v1/workflows/{id}/hook/rotate',
  area: 'Workflows',
  summary: 'Rotate the secret of a webhook trigger',
  description: 'The previous secret stays valid for another 24 hours.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  isConfidential: true,
  params: workflowPath,
  reply: hookReply,
  replyExample: { ...hookExample, previousSecretUntil: '2026-03-06T01:11:51.000Z' },
  refusals: [workflowNotFound, noHook, contentionOver('workflow')],
  handle: ({ input: { path }, ctx }) => rotateHook(ctx, ctx.organizationId, path.id),
});
