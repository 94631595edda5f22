import * as z from 'zod';
import { MAX_DAY_ROUTES, optimizationInvalid, requestPlanWhatIf } from '../../../lib/fleet/planning/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { dayParameter } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { activityExample, activityReply, activityReplyOr } from '../activities/activity-reply.ts';
import { plannerOf, planningEndpoint } from './deps.ts';

const MOST_NARROWED_MINUTES = 240;
const MOST_WIDENED_MINUTES = 720;

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 08:00');

/** POST /v1/activities/planning-what-ifs */
export const askPlanWhatIf = planningEndpoint({
  name: 'askPlanWhatIf',
  method: 'POST',
  path: '/v1/activities/planning-what-ifs',
  area: 'Optimization',
  summary: 'Ask what a day would have been like with other vehicles, shifts or windows',
  description: [
    'Plans the orders of all routes of a day anew with the optimizer, whatever became of them, and compares that with the ' +
      'routes as they were: on the same roads, with the same vehicles, at the same prices. Nothing is saved, and no order ' +
      'changes. Without any change it says what the optimizer would have made of the day.',
    'With fewer `vehicles`, those with the most orders stay; further ones are copies of them in turn. With `shiftStart` or ' +
      '`shiftEnd` every vehicle has that shift; without, the shift of its route, or from its departure to the end of the day. ' +
      'The optimizer keeps to windows: what was late before is then in time or left out. A day that was driven in time is never ' +
      'dearer afterwards when nothing is changed, and never has fewer orders in time.',
    'The reply is an activity; read it with `GET /v1/activities/{id}`, list them with ' +
      '`GET /v1/activities?action=act_plan_what_if`. Its result has `before` and `after` with `routes`, `orders`, `costCents` ' +
      'of driving, `distance` in metres, `duration` in seconds, `inTimeOrders`, `lateOrders` and `leftOutOrders`; `better` and ' +
      '`worse` with the names of those that are so afterwards; `movedCount` orders on another route; `leftOut` (up to 2,000) ' +
      'with the reasons and what would help.',
  ].join('\n\n'),
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object({
    name: z.string().trim().min(1).max(80).meta({ description: 'Name by which it is found again.' }),
    date: dayParameter.meta({ description: "The day, in the organization's time zone." }),
    driverGroupId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Only routes of this driver group, by id or external id.' }),
    vehicles: z
      .int()
      .min(1)
      .max(MAX_DAY_ROUTES)
      .optional()
      .meta({ description: 'Number of vehicles; default one for each route.' }),
    shiftStart: localTime
      .optional()
      .meta({ description: 'Start of every shift, local time such as `08:00`; default as it was.' }),
    shiftEnd: localTime
      .optional()
      .meta({ description: 'End of every shift, after `shiftStart`; default as it was.' }),
    windowMinutes: z.int().min(-MOST_NARROWED_MINUTES).max(MOST_WIDENED_MINUTES).optional().meta({
      description:
        'Minutes by which every window opens earlier and closes later; less than 0 makes it shorter.',
    }),
  }),
  bodyExample: { name: 'One van less', date: '2026-03-02', vehicles: 4 },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_plan_what_if', status: 'QUEUED', progress: null },
  refusals: [optimizationInvalid],
  async handle({ input: { body }, ctx }) {
    const { shiftStart, shiftEnd } = body;
    if (shiftStart !== undefined && shiftEnd !== undefined && shiftEnd <= shiftStart) {
      const why = `"${shiftEnd}" is not after shiftStart "${shiftStart}"; a shift ends on the same day`;
      return validationErrors(`shiftEnd ${why}.`, { fields: { shiftEnd: why } });
    }
    const { timeZone } = await preferencesOf(ctx);
    const planner = { ...(await plannerOf(ctx)), timeZone };
    const stored = await requestPlanWhatIf(ctx, planner, ctx.ids.next('act'), body);
    return isRefusal(stored) ? stored : activityReplyOr({ stored, result: null });
  },
});
