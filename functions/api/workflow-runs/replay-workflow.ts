import * as z from 'zod';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';
import {
  DEFAULT_EVENTS,
  invalidWorkflow,
  MAX_EVENTS,
  replayTooLarge,
  requestReplay,
  workflowNotFound,
} from '../../../lib/reactions/automations/index.ts';
import { activityExample, activityReply, activityReplyOr } from '../activities/activity-reply.ts';
import { defineRunEndpoint } from './deps.ts';
import { proposedDefinition, workflowPath } from './run-schemas.ts';

/** POST /v1/workflows/{id}/replay */
export const replayWorkflow = defineRunEndpoint({
  name: 'replayWorkflow',
  method: 'POST',
  path: '/v1/workflows/{id}/replay',
  area: 'Workflow runs',
  summary: 'Replay a workflow over past events',
  description: [
    'Runs a version of the workflow, or a proposed definition, over the latest events that start it, without effects. ' +
      'The reply is an activity; read it with `GET /v1/activities/{id}`. Its result is `{evaluated, differingCount, ' +
      'isComplete, differing: [{orderId, node, before, after, executionId, event, at}]}`: the nodes that would act ' +
      'differently, `before` as it happened and `after` as it would be, each with its status and its effect; null = it does not run.',
    'Decisions of a past run use the values of that run. Where the workflow did not run, and for synchronous triggers, the ' +
      'order is used as it is today. `name` and `workflow` with its `id`, `name` and `version` say what was replayed. Models and other systems are not called: the answers of that run are used.',
  ].join('\n\n'),
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  body: z.object({
    name: optional(z.string().trim().min(1).max(80)).meta({
      description: 'Name by which it is found again among other replays.',
    }),
    definition: proposedDefinition,
    version: optional(z.int().min(1)).meta({ description: 'Version to replay; default the latest.' }),
    events: optional(z.int().min(1).max(MAX_EVENTS)).meta({
      description: `Number of latest events; default ${DEFAULT_EVENTS}.`,
    }),
    from: optional(instant).meta({ description: 'Only events from this time on.' }),
    to: optional(instant).meta({ description: 'Only events up to this time.' }),
  }),
  reply: activityReply,
  bodyExample: { name: 'The latest 500', events: 500 },
  replyExample: { ...activityExample, action: 'act_replay_workflow', status: 'QUEUED', progress: null },
  refusals: [workflowNotFound, invalidWorkflow, replayTooLarge, activityNotFound],
  async handle({ input: { path, body }, ctx }) {
    return activityReplyOr(await requestReplay(ctx, ctx.caller, path.id, body));
  },
});
