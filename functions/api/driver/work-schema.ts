import * as z from 'zod';
import type { DriverWork, WorkAssignment } from '../../../lib/fleet/driver-app/index.ts';
import { isOnBreak, SHIFT_STATUSES } from '../../../lib/fleet/fleet/index.ts';
import { carriesOrders, routeStatus, stopStatus, stopType } from '../../../lib/fleet/routes/index.ts';
import { DELIVERY_STATUSES } from '../../../lib/fulfilment/jobs/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import type { Preferences } from '../../../lib/platform/organization/index.ts';
import { driverForm, driverFormExample } from '../driver-phones/form-schemas.ts';
import { driverMessageExample, driverMessageReply } from '../driver-phones/message-schemas.ts';

const text = z.string().nullable();
const instant = instantReply.nullable();
const amount = z.number().nullable();
const proofs = z.array(z.string()).meta({
  description:
    'Requirements that must be proved before this end is complete, and are not yet; and what else the driver has to report: ' +
    '`pick_and_pack` (`pickedItems`), `payment_collection` (`collected`), `return_condition` (`returnedItems`).',
});

const place = z
  .object({
    name: text,
    address: z.string(),
    phoneNumber: text.meta({
      description: "Of the contact, or the organization's `driverCallNumber`.",
    }),
    phoneExtension: text.meta({
      description: "To dial after `driverCallNumber`; null where the number is the contact's own.",
    }),
    accessCodes: z.array(z.string()).meta({ description: 'Codes of doors that `instructions` name.' }),
    instructions: text,
    lat: amount,
    lng: amount,
    from: instant.meta({ description: 'Start of the window.' }),
    to: instant.meta({ description: 'End of the window.' }),
    barcodes: z.array(z.string()).meta({ description: 'Barcodes to expect at this end.' }),
    missingProofs: proofs,
  })
  .meta({ id: 'DriverPlace' });

const carried = z
  .object({
    deliveryId: z.string(),
    taskId: z.string(),
    jobId: z.string(),
    orderId: text,
    externalId: text,
    status: z.enum(DELIVERY_STATUSES),
    description: text,
    items: z.array(z.record(z.string(), z.unknown())),
    requirements: z.array(z.string()),
    dueAmountCents: z
      .int()
      .nullable()
      .meta({ description: 'What the recipient has to pay; null = nothing.' }),
    currency: z.string(),
    missingReturnProofs: z.array(z.string()).meta({
      description:
        'Requirements that must be proved before the package is returned to its pickup, and are not yet.',
    }),
    pickup: place,
    dropoff: place,
  })
  .meta({ id: 'DriverPackage' });

const assignment = z
  .object({
    taskId: z
      .string()
      .meta({ description: 'For answers to the offer; of several packages, one of their tasks.' }),
    offeredUntil: instant.meta({ description: 'End of the offer; null for accepted work.' }),
    routeId: text,
    packages: z.array(carried),
  })
  .meta({ id: 'DriverAssignment' });

const stop = z
  .object({
    id: z.string(),
    stopType,
    status: stopStatus,
    statusDescription: text,
    lat: amount,
    lng: amount,
    arrivalTime: instant.meta({ description: 'When the stop is or was reached.' }),
    plannedArrivalTime: instant,
    departTime: instant,
    serviceTime: amount.meta({ description: 'Seconds.' }),
    breakDuration: amount.meta({ description: 'Seconds.' }),
    startedAt: instant,
    deliveryIds: z.array(z.string()).meta({ description: 'Packages that are taken or given here.' }),
  })
  .meta({ id: 'DriverStop' });

/** The reply of GET /v1/driver/work. */
export const workReply = z.object({
  at: instantReply.meta({ description: "The server's time, by which a phone corrects its own." }),
  driver: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  offers: z.array(assignment).meta({ description: 'Work that waits for the answer of the driver.' }),
  assignments: z.array(assignment).meta({ description: 'Accepted work.' }),
  routes: z.array(
    z
      .object({
        id: z.string(),
        name: text,
        status: routeStatus,
        plannedDeparture: instant,
        plannedCompletion: instant,
        actualDeparture: instant,
        stops: z.array(stop).meta({ description: 'In driving order.' }),
      })
      .meta({ id: 'DriverRoute' }),
  ),
  shifts: z
    .array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          status: z.enum(SHIFT_STATUSES),
          plannedStart: instantReply,
          plannedEnd: instantReply,
          startedAt: instant,
          endedAt: instant,
          isOnBreak: z.boolean(),
        })
        .meta({ id: 'DriverShift' }),
    )
    .meta({ description: 'Shifts of today and of the next hours, earliest first.' }),
  forms: z.array(driverForm).meta({ description: 'Forms that the driver fills in.' }),
  filledForms: z
    .array(z.object({ formKey: z.string(), deliveryId: text, stopId: text }).meta({ id: 'FilledDriverForm' }))
    .meta({ description: 'What the driver filled in lately, and for which package and stop.' }),
  messages: z.array(driverMessageReply).meta({ description: 'To and from the driver, oldest first.' }),
  readAt: instant.meta({ description: 'The driver has read the messages until then; null = none.' }),
  app: z
    .object({
      isUpdateRequired: z.boolean().meta({ description: 'Whether the version is below the minimum.' }),
      isUpdateRecommended: z.boolean().meta({ description: 'Whether there is a newer version.' }),
    })
    .meta({ description: 'What PUT /v1/fleet/app-version says about the version that asks.' }),
  allowed: z
    .object({
      resequence: z.boolean().meta({ description: 'Whether the driver may change the order of stops.' }),
      minimumAge: z.int().meta({
        description: 'Age in years that a recipient must have where a package requires a check of it.',
      }),
      startShifts: z
        .boolean()
        .meta({ description: 'Whether the driver may start a shift that nobody planned.' }),
    })
    .meta({ description: 'What the organization lets its drivers do.' }),
});

/** The work in its wire form. */
export function renderWork(
  { at, driver, offers, assignments, routes, shifts, forms, filledForms, chat, app }: DriverWork,
  { driversResequence, driversStartShifts, minimumAge }: Preferences,
): z.infer<typeof workReply> {
  const deliveriesOf = deliveriesByOrder(assignments);
  return workReply.parse({
    at,
    driver: { id: driver.id, firstName: driver.firstName, lastName: driver.lastName },
    offers,
    assignments,
    routes: routes.map(({ route, stops }) => ({
      ...route,
      stops: stops.map((one) => ({
        ...one,
        lat: one.location?.lat ?? null,
        lng: one.location?.lng ?? null,
        deliveryIds: carriesOrders(one) ? one.objectIds.flatMap((id) => deliveriesOf.get(id) ?? []) : [],
      })),
    })),
    shifts: shifts.map((shift) => ({ ...shift, isOnBreak: isOnBreak(shift) })),
    forms,
    filledForms,
    messages: chat.messages,
    readAt: chat.readAt,
    app,
    allowed: { resequence: driversResequence, minimumAge, startShifts: driversStartShifts },
  });
}

function deliveriesByOrder(assignments: readonly WorkAssignment[]): ReadonlyMap<string, string> {
  return new Map(
    assignments.flatMap(({ packages }) =>
      packages.flatMap(({ orderId, deliveryId }) =>
        orderId === null ? [] : [[orderId, deliveryId] as const],
      ),
    ),
  );
}

const placeExample = {
  name: 'Ada Moss',
  address: '100 Valencia St, San Francisco, CA 94110, US',
  phoneNumber: '+14155550123',
  phoneExtension: null,
  accessCodes: ['4412'],
  instructions: 'Ring twice. Gate code 4412.',
  lat: 37.7705,
  lng: -122.4221,
  from: '2026-03-05T18:00:00.000Z',
  to: '2026-03-05T20:00:00.000Z',
  barcodes: [],
  missingProofs: ['photo_proof_of_delivery'],
};

/** A driver's work in the documentation. */
export const workExample: z.infer<typeof workReply> = {
  at: '2026-03-05T17:20:00.000Z',
  driver: { id: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J', firstName: 'Ana', lastName: 'Ruiz' },
  offers: [],
  assignments: [
    {
      taskId: 'tsk_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
      offeredUntil: null,
      routeId: 'rte_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
      packages: [
        {
          deliveryId: 'dlv_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
          taskId: 'tsk_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
          jobId: 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
          orderId: 'ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
          externalId: 'bread-1',
          status: 'assigned_driver',
          description: 'Bread',
          items: [],
          requirements: ['photo_proof_of_delivery'],
          dueAmountCents: null,
          currency: 'USD',
          missingReturnProofs: [],
          pickup: {
            ...placeExample,
            name: 'Corner Bakery',
            instructions: null,
            accessCodes: [],
            missingProofs: [],
          },
          dropoff: placeExample,
        },
      ],
    },
  ],
  routes: [
    {
      id: 'rte_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
      name: 'North 1',
      status: 'ASSIGNED',
      plannedDeparture: '2026-03-05T17:30:00.000Z',
      plannedCompletion: '2026-03-05T20:30:00.000Z',
      actualDeparture: null,
      stops: [
        {
          id: 'stp_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
          stopType: 'DROPOFF',
          status: 'PENDING',
          statusDescription: null,
          lat: 37.7705,
          lng: -122.4221,
          arrivalTime: '2026-03-05T18:10:00.000Z',
          plannedArrivalTime: '2026-03-05T18:10:00.000Z',
          departTime: '2026-03-05T18:14:00.000Z',
          serviceTime: 240,
          breakDuration: null,
          startedAt: null,
          deliveryIds: ['dlv_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1'],
        },
      ],
    },
  ],
  shifts: [
    {
      id: 'shf_01JD8Z6Q4T9V2N5X7C3B1M0K8M',
      name: 'Morning',
      status: 'active',
      plannedStart: '2026-03-05T15:00:00.000Z',
      plannedEnd: '2026-03-05T23:00:00.000Z',
      startedAt: '2026-03-05T15:02:00.000Z',
      endedAt: null,
      isOnBreak: false,
    },
  ],
  forms: [driverFormExample],
  filledForms: [],
  messages: [driverMessageExample],
  readAt: null,
  app: { isUpdateRequired: false, isUpdateRecommended: false },
  allowed: { resequence: false, minimumAge: 21, startShifts: true },
};
