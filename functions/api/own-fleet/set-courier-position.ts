import * as z from 'zod';
import { NO_DETAILS, positionDetails } from '../../../lib/fleet/fleet/index.ts';
import { assignmentNotFound, reportPosition } from '../../../lib/fleet/own-fleet/index.ts';
import { toInstant } from '../../../lib/platform/core/clock.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, instantReply, optional } from '../../../lib/platform/http/index.ts';
import { actorOf, ownFleetEndpoint } from './deps.ts';
import { measurements } from './position-schemas.ts';

const position = positionDetails.extend({
  courierId: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  occurredAt: instantReply.nullable(),
});

/** PUT /v1/fleet/couriers/{id}/position */
export const setCourierPosition = ownFleetEndpoint({
  name: 'setCourierPosition',
  method: 'PUT',
  path: '/v1/fleet/couriers/{id}/position',
  area: 'Own fleet',
  summary: 'Report the position of a courier',
  description:
    'Of couriers with and without a delivery; updates of a delivery can have it too. It is used for 15 minutes to find the ' +
    'nearest courier, and is the `courierPosition` of the route that the courier drives, with everything that the device ' +
    'measured. A position that is older than the known one, or more than five minutes old, only becomes a part of the way ' +
    'that is kept of a departed route: one position of each 20 seconds, for 14 days. The reply has the position that is known ' +
    'now.',
  permission: 'WRITE_DELIVERY',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  params: z.object({
    id: z.string().min(1).max(255).meta({ description: 'Id or external identifier of the courier.' }),
  }),
  body: z
    .object({
      latitude: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
      longitude: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
      ...measurements,
      capturedAt: optional(instant).meta({
        description: 'When the device measured the position; default now.',
      }),
      occurredAt: optional(instant).meta({ description: 'Another name of `capturedAt`.' }),
    })
    .refine(({ capturedAt, occurredAt }) => !capturedAt || !occurredAt || capturedAt === occurredAt, {
      message: 'differs from `occurredAt`, another name of the same field; send one of them',
      path: ['capturedAt'],
    })
    .meta({ id: 'CourierPositionInput' }),
  bodyExample: {
    latitude: 37.7749,
    longitude: -122.4194,
    accuracy: 8,
    heading: 270,
    speed: 8.3,
    batteryLevel: 0.64,
    isMoving: true,
    capturedAt: '2026-03-05T01:11:51.000Z',
  },
  reply: position,
  replyExample: {
    courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
    latitude: 37.7749,
    longitude: -122.4194,
    occurredAt: '2026-03-05T01:11:51.000Z',
    capturedAt: '2026-03-05T01:11:51.000Z',
    accuracy: 8,
    heading: 270,
    speed: 8.3,
    altitude: null,
    altitudeAccuracy: null,
    batteryLevel: 0.64,
    batteryIsCharging: null,
    isMoving: true,
  },
  refusals: [assignmentNotFound, contentionOver('courier')],
  async handle({ input: { path, body }, ctx }) {
    const receivedAt = toInstant(ctx.clock.now());
    const { latitude: lat, longitude: lng, occurredAt, capturedAt, ...measured } = body;
    const told = capturedAt ?? occurredAt;
    const at = told !== undefined && told < receivedAt ? told : receivedAt;
    const details = { ...measured, capturedAt: told === undefined ? null : at };
    const place = { courierId: path.id, lat, lng, at, receivedAt, details };
    const duty = await reportPosition(ctx, actorOf(ctx), place);
    if (isRefusal(duty)) return duty;
    const known = duty.position;
    return {
      ...NO_DETAILS,
      ...known?.details,
      courierId: duty.id,
      latitude: known?.lat ?? null,
      longitude: known?.lng ?? null,
      occurredAt: known?.at ?? null,
    };
  },
});
