import {
  activityIsOver,
  activityNotFound,
  cancelActivity as cancel,
} from '../../../lib/platform/activities/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { activityExample, activityPath, activityReply, activityReplyOr } from './activity-reply.ts';

/** POST /v1/activities/{id}/cancel */
export const cancelActivity = defineEndpoint({
  name: 'cancelActivity',
  method: 'POST',
  path: '/v1/activities/{id}/cancel',
  area: 'Activities',
  summary: 'Cancel an activity',
  description:
    'Ends an activity that is scheduled, queued or in progress. Work that is already done stays done. Canceling again ' +
    'changes nothing.',
  permission: 'WRITE_ACTIVITY',
  forLimited: 'narrowed',
  params: activityPath,
  reply: activityReply,
  replyExample: { ...activityExample, status: 'CANCELLED', completedAt: '2026-03-05T01:11:58.000Z' },
  refusals: [activityNotFound, activityIsOver, contentionOver('activity')],
  async handle({ input: { path }, ctx }) {
    return activityReplyOr(await cancel(ctx, ctx.caller, path.id));
  },
});
