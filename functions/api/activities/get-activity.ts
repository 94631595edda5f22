import { activityNotFound, readActivity } from '../../../lib/platform/activities/index.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { activityExample, activityPath, activityReply, activityReplyOr } from './activity-reply.ts';

/** GET /v1/activities/{id} */
export const getActivity = defineEndpoint({
  name: 'getActivity',
  method: 'GET',
  path: '/v1/activities/{id}',
  area: 'Activities',
  summary: 'Get an activity',
  description:
    'An activity is work that outlives its request, such as an optimization or a bulk action. Poll it until its status is `SUCCESS`, ' +
    '`FAILED`, `CANCELLED` or `SKIPPED`. Activities are kept for 90 days.',
  permission: 'READ_ACTIVITY',
  forLimited: 'narrowed',
  params: activityPath,
  reply: activityReply,
  replyExample: activityExample,
  refusals: [activityNotFound],
  async handle({ input: { path }, ctx }) {
    return activityReplyOr(await readActivity(ctx.table, ctx.caller, path.id));
  },
});
