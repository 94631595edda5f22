import * as z from 'zod';
import {
  membersWhoPick,
  notOwnFleet,
  readRunning,
  reassignRoute,
  vehicleNeedsNoLimit,
} from '../../../lib/fleet/execute/index.ts';
import { OWN_FLEET } from '../../../lib/fleet/own-fleet/provider/index.ts';
import {
  renderedRoute,
  routeActionInvalidStatus,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
  showRoute,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, instantReply } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { plannerOf } from './deps.ts';
import {
  exceptionExample,
  exceptionReply,
  positionReply,
  runningExample,
  toException,
} from './execute-schemas.ts';

export const routePath = z.object({
  id: z.string().min(1).max(255).meta({ description: 'Id or external id of the route.' }),
});

const by = z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable();

/** GET /v1/execute/routes/{id} */
export const getRunningRoute = defineEndpoint({
  name: 'getRunningRoute',
  method: 'GET',
  path: '/v1/execute/routes/{id}',
  area: 'Execute',
  summary: 'Get a route with its progress',
  description:
    'The route with the latest position of its driver, its exceptions (resolved ones too, oldest first), its latest 200 ' +
    'events, and which of driver and vehicle the caller can choose.',
  permission: 'EXECUTE_VIEW',
  forLimited: 'narrowed',
  params: routePath,
  reply: z.object({
    route: renderedRoute,
    isLate: z.boolean(),
    delaySeconds: z.int().nullable(),
    position: positionReply,
    exceptions: z.array(exceptionReply),
    timeline: z
      .array(z.object({ id: z.string(), name: z.string(), at: instantReply, by }))
      .meta({ description: 'Oldest first.' }),
    pickers: z.object({
      courier: z.boolean(),
      vehicle: z.boolean(),
      reason: z.string().nullable().meta({ description: 'Reason why one of them cannot be chosen.' }),
    }),
  }),
  replyExample: {
    route: routeExample,
    isLate: false,
    delaySeconds: 240,
    position: runningExample.position,
    exceptions: [exceptionExample],
    timeline: [
      {
        id: 'evt_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        name: 'route.exception_raised',
        at: '2026-03-05T09:11:51.000Z',
        by: { type: 'user', id: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H', name: 'Rosa Diaz' },
      },
    ],
    pickers: { courier: true, vehicle: true, reason: null },
  },
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path }, ctx }) {
    const read = await readRunning(ctx, ctx.caller, await preferencesOf(ctx), path.id);
    if (isRefusal(read)) return read;
    const { found, running, exceptions, timeline } = read;
    const { route } = running;
    return {
      route: await showRoute(ctx, found),
      isLate: running.isLate,
      delaySeconds: route.delaySeconds,
      position: running.position,
      exceptions: exceptions.map((exception) => toException(exception, route.id)),
      timeline: timeline.map(({ id, name, occurredAt, origin }) => ({
        id,
        name,
        at: occurredAt,
        by: origin ? { ...origin.actor } : null,
      })),
      pickers: membersWhoPick(route, ctx.caller, OWN_FLEET.id),
    };
  },
});

const reference = (description: string) => z.string().min(1).max(255).nullish().meta({ description });

/** POST /v1/execute/routes/{id}/reassign */
export const reassignRunningRoute = defineEndpoint({
  name: 'reassignRunningRoute',
  method: 'POST',
  path: '/v1/execute/routes/{id}/reassign',
  area: 'Execute',
  summary: 'Reassign a route',
  description:
    'Gives a route of the own fleet to another driver or vehicle, before or after departure. Only the fields that are sent change; `null` ' +
    'removes a driver or vehicle. Routes of other providers, and dispatched ones that no provider carries yet, are refused. Only callers without a limit can assign vehicles.',
  permission: 'EXECUTE_ACT',
  forLimited: 'narrowed',
  params: routePath,
  body: z.object({
    courierId: reference('Id or external id of a driver.'),
    vehicleId: reference('Id or external id of a vehicle.'),
  }),
  bodyExample: { courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  reply: renderedRoute,
  replyExample: { ...routeExample, status: 'ASSIGNED' as const },
  refusals: [
    routeNotFound,
    routeNotInScope,
    notOwnFleet,
    vehicleNeedsNoLimit,
    routeArchived,
    routeActionInvalidStatus,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
  ],
  async handle({ input: { path, body }, ctx }) {
    if (body.courierId === undefined && body.vehicleId === undefined) {
      const why = 'is missing. Send `courierId`, `vehicleId` or both.';
      return validationErrors(`courierId ${why}`, { fields: { courierId: why } });
    }
    const done = await reassignRoute(ctx, await plannerOf(ctx), path.id, body, OWN_FLEET.id);
    return isRefusal(done) ? done : showRoute(ctx, done);
  },
});
