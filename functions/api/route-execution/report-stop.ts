import * as z from 'zod';
import {
  renderedRoute,
  reportStop as report,
  routeActionInvalidStatus,
  routeArchived,
  routeExample,
  routeNotFound,
  routeStopNotFound,
  showRoute,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { executionEndpoint } from './deps.ts';
import { REPORTED_STATUSES } from './stop-schemas.ts';

/** PATCH /v1/fleet/routes/{id}/stops/{stopId} */
export const reportStop = executionEndpoint({
  name: 'reportStop',
  method: 'PATCH',
  path: '/v1/fleet/routes/{id}/stops/{stopId}',
  area: 'Fleet',
  summary: 'Report on a stop of a route',
  description:
    'Reports what the driver does: `ENROUTE` starts a stop, `IN_PROGRESS` arrives, `COMPLETED`, `SKIPPED` and `FAILED` end it, ' +
    '`PENDING` resumes a skipped one. A driver is at one stop at a time: another stop that was started becomes `PENDING` ' +
    'again. The arrivals at the remaining stops are recalculated. Sending the same status again changes nothing.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: z.object({
    id: z.string().min(1).max(255).meta({ description: 'Id of the route, `rte_...`, or its external id.' }),
    stopId: z.string().min(1).max(64).meta({ description: 'Id of the stop, `stp_...`.' }),
  }),
  body: z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && 'occurred_at' in value
        ? { ...value, occurredAt: value.occurred_at }
        : value,
    z.object({
      status: z
        .string()
        .transform((status) => status.toUpperCase())
        .pipe(z.enum(REPORTED_STATUSES))
        .meta({
          override: { type: 'string', enum: [...REPORTED_STATUSES] },
          description: 'New status of the stop.',
        }),
      occurredAt: optional(instant).meta({
        description:
          'Time of the report; default now. `occurred_at` is the same. A report that is older than the last one goes into the history only.',
      }),
      reason: optional(z.string().trim().min(1).max(500)).meta({
        description: 'Reason, in the words of the driver.',
      }),
    }),
  ),
  bodyExample: { status: 'SKIPPED', reason: 'Nobody at home.' },
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [
    routeNotFound,
    routeStopNotFound,
    routeActionInvalidStatus,
    routeArchived,
    contentionOver('route'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const { driverDuties: duties } = await preferencesOf(ctx);
    const stop = { routeId: path.id, stopId: path.stopId };
    const done = await report(ctx, ctx.caller, stop, { ...body, duties });
    return isRefusal(done) ? done : showRoute(ctx, done);
  },
});
