import * as z from 'zod';
import { portalUrl } from '../../platform/core/links.ts';
import { PLACE_PRECISIONS } from '../../platform/core/place-precision.ts';
import { DISPATCH_FAILURE_CODES } from './dispatch-failure.ts';
import type { Order } from './order.ts';
import { ORDER_FIELD_NAMES, orderFields } from './order-fields.ts';
import { isDispatchable, orderStatus } from './order-lifecycle.ts';
import { publicTrackingUrl } from './public-tracking-url.ts';

const url = z.string().meta({ override: { type: 'string', format: 'uri' } });
const instant = z.string().meta({ override: { type: 'string', format: 'date-time' } });

/** How the map found the address of a side. */
const geocodePrecision = (side: 'pickup' | 'dropoff') =>
  z
    .enum(PLACE_PRECISIONS)
    .nullable()
    .meta({
      description: `How exactly the map found the address of the ${side}; null if it was not looked up, as with components.`,
    });
const geocodeScore = (side: 'pickup' | 'dropoff') =>
  z
    .number()
    .nullable()
    .meta({
      description: `How well the address of the ${side} matches what the map found, 0 to 1; null if unknown.`,
    });

type Nullable<Shape extends Record<string, z.ZodOptional<z.ZodType>>> = {
  [Name in keyof Shape]: z.ZodNullable<ReturnType<Shape[Name]['unwrap']>>;
};

/** The caller's fields in replies: `null` where nothing is set. */
function nullable<Shape extends Record<string, z.ZodOptional<z.ZodType>>>(shape: Shape): Nullable<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.unwrap().nullable()]),
  ) as Nullable<Shape>;
}

/** Fields of an order in replies, all but `minimumVehicleSize` always present. Endpoints add the quotes. */
export const orderReplyFields = {
  id: z.string(),
  createdAt: instant,
  updatedAt: instant,
  externalGroupId: z.null().meta({ description: 'Always empty: orders are in no groups.' }),
  portalUrl: url,
  publicTrackingUrl: url.nullable(),
  status: orderStatus,
  jobId: z.string().nullable().meta({ description: 'Job that carries the order; null before dispatch.' }),
  routeId: z.string().nullable(),
  isHeld: z.boolean().meta({
    description:
      'Whether it was taken out of dispatch, as by cancelling its job. It is not dispatched or planned automatically until it is changed or confirmed.',
  }),
  dispatchFailureReason: z.string().nullable().meta({
    description:
      'Reason why no provider carries the order, or why it did not arrive; null unless its status is `dispatch_failure`.',
  }),
  dispatchFailureCode: z
    .string()
    .nullable()
    .meta({
      description:
        `The reason as a code: ${DISPATCH_FAILURE_CODES.map((code) => `\`${code}\``).join(', ')}, or the code of another ` +
        'refusal. Null without a reason, and for failures from before there were codes.',
    }),
  archiveReason: z
    .string()
    .nullable()
    .meta({ description: 'Reason for archiving; null if it is not archived or no reason was given.' }),
  ...nullable(orderFields),
  // The contract has no null for it.
  minimumVehicleSize: orderFields.minimumVehicleSize,
  deliveryWindowStatus: z
    .enum(['booked', 'confirmed'])
    .nullable()
    .meta({ description: 'Whether its place in the delivery window is held or confirmed.' }),
  deliveryWindowExpiresAt: instant
    .nullable()
    .meta({ description: 'Expiry of the place unless it is confirmed.' }),
  deliveryWindowRequestedCapacity: z
    .int()
    .nullable()
    .meta({ description: 'Capacity of the window that it takes.' }),
  pickupGeocodePrecision: geocodePrecision('pickup'),
  pickupGeocodeScore: geocodeScore('pickup'),
  dropoffGeocodePrecision: geocodePrecision('dropoff'),
  dropoffGeocodeScore: geocodeScore('dropoff'),
  tags: z.array(z.string()),
  volume: z.number().nullable().meta({ description: 'Height by width by depth in cubic centimetres.' }),
  documents: z.array(z.never()).meta({ description: 'Always empty: documents come from parcel carriers.' }),
  validationErrors: z.record(z.string(), z.string()).meta({
    description: 'Errors by field name, each with what to send; empty when there are none.',
  }),
};

const orderReply = z.object(orderReplyFields);

/** An order in its wire form, without its quotes. */
export type RenderedOrder = z.infer<typeof orderReply>;

/** The order in its wire form. */
export function renderOrder(order: Order): RenderedOrder {
  const { id, height, width, depth } = order;
  const fields = Object.fromEntries(ORDER_FIELD_NAMES.map((name) => [name, order[name] ?? null]));
  const hasVolume = height !== undefined && width !== undefined && depth !== undefined;
  return orderReply.parse({
    ...fields,
    minimumVehicleSize: order.minimumVehicleSize,
    deliveryWindowStatus: order.windowBooking?.status ?? null,
    deliveryWindowExpiresAt: order.windowBooking?.expiresAt ?? null,
    deliveryWindowRequestedCapacity: order.windowBooking?.capacity ?? null,
    id,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    externalGroupId: null,
    portalUrl: portalUrl('orders', id),
    publicTrackingUrl: publicTrackingUrl(
      { organizationId: order.organizationId, kind: 'order', id },
      order.trackingKey,
    ),
    status: order.status,
    jobId: order.jobId ?? null,
    routeId: order.routeId ?? null,
    isHeld: order.isHeld === true && isDispatchable(order.status),
    archiveReason: order.archiveReason ?? null,
    dispatchFailureReason: order.status === 'dispatch_failure' ? (order.dispatchFailureReason ?? null) : null,
    dispatchFailureCode: order.status === 'dispatch_failure' ? (order.dispatchFailureCode ?? null) : null,
    pickupGeocodePrecision: order.geocodedAs?.pickup?.precision ?? null,
    pickupGeocodeScore: order.geocodedAs?.pickup?.score ?? null,
    dropoffGeocodePrecision: order.geocodedAs?.dropoff?.precision ?? null,
    dropoffGeocodeScore: order.geocodedAs?.dropoff?.score ?? null,
    tags: order.tags ?? [],
    volume: hasVolume ? height * width * depth : null,
    documents: [],
    validationErrors: order.validationErrors,
  });
}
