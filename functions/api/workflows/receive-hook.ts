import * as z from 'zod';
import { runInputInvalid, workflowNotRunnable } from '../../../lib/engines/workflows/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { hookNotAccepted, receiveHook, workflowOff } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';

/** POST /v1/workflow-hooks/{workflowId} */
export const receiveWorkflowHook = defineWorkflowEndpoint({
  name: 'receiveWorkflowHook',
  method: 'POST',
  path: '/v1/workflow-hooks/{workflowId}',
  area: 'Workflows',
  summary: 'Start a workflow by webhook',
  description:
    'For other systems; no API key is needed. The webhook sends the secret of the workflow as `Authorization: Bearer` or as `token` in the URL, or is signed with it (Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`). ' +
    'The body is available to the run as `trigger_metadata`. Sending a webhook again with the same `webhook-id` or `Idempotency-Key` starts no second run.',
  permission: null,
  forLimited: null,
  params: z.object({
    workflowId: shortText(100).meta({ description: 'Id of the workflow, `wf_...`.' }),
  }),
  query: z.object({
    token: z.string().max(200).optional().meta({
      description: 'The secret, for senders that cannot set a header. URLs may be logged on their way.',
    }),
  }),
  body: z.unknown().meta({ description: 'Data for the run; the fields of an object are available by name.' }),
  status: 202,
  reply: z.object({
    executionId: z.string().meta({ description: 'Id of the run, `wfx_...`.' }),
    status: z.literal('queued'),
  }),
  bodyExample: { sku: 'A-100', stock: 0 },
  replyExample: { executionId: 'wfx_5b0cbe4f9d7a3c1e', status: 'queued' },
  refusals: [hookNotAccepted, workflowOff, workflowNotRunnable, runInputInvalid],
  async handle({ input: { path, query, body }, ctx, request }) {
    const { headers, body: rawBody } = request;
    const started = await receiveHook(ctx, path.workflowId, { headers, rawBody, token: query.token, body });
    return isRefusal(started) ? started : { executionId: started.runId, status: 'queued' as const };
  },
});
