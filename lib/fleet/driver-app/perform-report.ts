import type { ROUTE_EXCEPTIONS } from '../../engines/vocabulary/index.ts';
import { addNote } from '../../fulfilment/dispatch/index.ts';
import { documentNotFound, findDocument } from '../../fulfilment/documents/index.ts';
import { type DeliveryUpdate, readDelivery, updateDelivery } from '../../fulfilment/jobs/index.ts';
import type { Proof } from '../../fulfilment/providers/index.ts';
import { repeatableId } from '../../platform/core/ids.ts';
import { documentUrl } from '../../platform/core/links.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Preferences } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { exceptionIdOf, raiseException } from '../execute/index.ts';
import { type Driver, type PositionDetails, reportShift, type ShiftStep } from '../fleet/index.ts';
import { answerOffer, reportPosition } from '../own-fleet/index.ts';
import {
  exchangeStops,
  loadRoute,
  type RouteActor,
  type RouteAggregate,
  reportStop,
  routeNotFound,
  routeStopNotFound,
} from '../routes/index.ts';
import { addMessage, markRead } from './chat.ts';
import { requireCarried } from './find-carried.ts';
import type { StepMoment } from './form.ts';
import { refuseWithoutForms, type SubmittedForm, submitForm } from './forms.ts';
import { sequenceFixed } from './refusals.ts';

/** A scan, or a picture that the phone has uploaded. */
export type DriverProof =
  | (Pick<Proof, 'podType' | 'takenAt' | 'coordinates'> & { readonly documentId: string })
  | Exclude<Proof, { readonly imageUrl: string }>;

/** What a driver does, as the phone reports it. */
export type DriverReport = {
  /** Chosen by the phone: with the same one, a report is carried out once. */
  readonly key: string;
  /** When the driver did it. */
  readonly occurredAt: string;
} & (
  | { readonly kind: 'offer'; readonly taskId: string; readonly accepts: boolean }
  | {
      readonly kind: 'stop';
      readonly routeId: string;
      readonly stopId: string;
      readonly status: Parameters<typeof reportStop>[3]['status'];
      readonly reason?: string | undefined;
    }
  | {
      readonly kind: 'delivery';
      readonly deliveryId: string;
      readonly update: Omit<DeliveryUpdate, 'occurredAt' | 'proofOfDelivery'>;
      readonly proofs: readonly DriverProof[];
    }
  | {
      readonly kind: 'exception';
      readonly routeId: string;
      readonly type: (typeof ROUTE_EXCEPTIONS)[number];
      readonly stopId?: string | undefined;
      readonly note?: string | undefined;
    }
  | {
      readonly kind: 'shift';
      readonly shiftId: string;
      readonly step: ShiftStep;
    }
  | { readonly kind: 'message'; readonly text: string; readonly deliveryId?: string | undefined }
  | { readonly kind: 'read'; readonly upTo: string }
  | ({ readonly kind: 'form' } & Omit<SubmittedForm, 'key' | 'at'>)
  | { readonly kind: 'sequence'; readonly routeId: string; readonly stopIds: readonly string[] }
  | {
      readonly kind: 'position';
      readonly lat: number;
      readonly lng: number;
      readonly details: PositionDetails;
    }
);

/** What carrying out reports needs. */
export type ReportDeps = Pick<CoreDeps, 'table' | 'clock' | 'ids' | 'log'>;

/** The driver who reports, and when it arrived. */
export interface Reporting {
  readonly organizationId: string;
  readonly driver: Driver;
  readonly phoneId: string;
  readonly listShards: number;
  readonly receivedAt: string;
  readonly preferences: Preferences;
  /** Cause of the changes, as `request:b0ZyDg`. */
  readonly cause: string;
}

/**
 * Carries out one report by the rules of the API. Everything of another driver is as unknown as what does not exist. Returns
 * the refusal, if any.
 */
export async function performReport(
  deps: ReportDeps,
  reporting: Reporting,
  report: DriverReport,
): Promise<Refusal | undefined> {
  const done = await PERFORM[report.kind](deps, reporting, report as never);
  return isRefusal(done) ? done : undefined;
}

/** When forms are due: at the end of a stop, or of a part of a package's way. */
const MOMENTS_OF_STOPS: Readonly<Record<string, StepMoment | undefined>> = {
  PICKUP: 'pickup',
  DROPOFF: 'dropoff',
  RETURN: 'return',
};
const MOMENTS_OF_STATUSES: Readonly<Record<string, StepMoment | undefined>> = {
  pickup_complete: 'pickup',
  dropoff_complete: 'dropoff',
  returned: 'return',
};

type Perform<Kind extends DriverReport['kind']> = (
  deps: ReportDeps,
  reporting: Reporting,
  report: Extract<DriverReport, { kind: Kind }>,
) => Promise<unknown>;

const PERFORM: { readonly [Kind in DriverReport['kind']]: Perform<Kind> } = {
  offer: (deps, { organizationId, driver }, { taskId, accepts }) =>
    answerOffer(deps, unlimited(organizationId), { taskId, courierId: driver.id, accepts }),

  async stop(deps, reporting, { routeId, stopId, status, reason, occurredAt }) {
    const actor = await ownRoute(deps, reporting, routeId);
    if (isRefusal(actor)) return actor;
    const stop = actor.stops.find(({ id }) => id === stopId);
    const moment = stop && status === 'COMPLETED' ? ownValue(MOMENTS_OF_STOPS, stop.stopType) : undefined;
    const { organizationId, driver, preferences } = reporting;
    const of = { organizationId, courierId: driver.id };
    const missing = moment && (await refuseWithoutForms(deps.table, of, moment, { stopId }));
    if (missing) return missing;
    const { driverDuties: duties } = preferences;
    return reportStop(deps, actor, { routeId, stopId }, { status, reason, occurredAt, duties });
  },

  async delivery(deps, { organizationId, driver, preferences }, { deliveryId, update, proofs, occurredAt }) {
    const isProof = Object.values(update).every((value) => value === undefined);
    const of = { organizationId, courierId: driver.id };
    const theirs = await requireCarried(deps.table, of, deliveryId, { isProof });
    if (isRefusal(theirs)) return theirs;
    const moment = ownValue(MOMENTS_OF_STATUSES, update.status ?? '');
    const missing = moment && (await refuseWithoutForms(deps.table, of, moment, { deliveryId }));
    if (missing) return missing;
    const { driverDuties: duties } = preferences;
    const target = { organizationId, deliveryId, may: () => true, needsProofs: true, duties };
    const proofOfDelivery = await proofsOf(deps, { organizationId, deliveryId }, proofs);
    if (isRefusal(proofOfDelivery)) return proofOfDelivery;
    return updateDelivery(deps, target, {
      ...update,
      occurredAt,
      ...(proofs.length > 0 ? { proofOfDelivery } : {}),
    });
  },

  async exception(deps, reporting, { routeId, type, stopId, note, key }) {
    const actor = await ownRoute(deps, reporting, routeId);
    if (isRefusal(actor)) return actor;
    if (stopId !== undefined && !actor.stops.some(({ id }) => id === stopId)) {
      return routeStopNotFound(`Route ${routeId} has no stop "${stopId}".`, { stopId });
    }
    const { driver } = reporting;
    return raiseException(deps, actor, routeId, {
      id: exceptionIdOf(routeId, driver.id, key),
      source: 'driver',
      raisedBy: { id: driver.id, name: `${driver.firstName} ${driver.lastName}` },
      ...{ type, note, stopId },
    });
  },

  shift: (deps, reporting, { shiftId, step, occurredAt: at }) =>
    reportShift(
      deps,
      { origin: originOf(reporting), mayStart: reporting.preferences.driversStartShifts },
      { courierId: reporting.driver.id, shiftId, step, at },
    ),

  async message(deps, reporting, { text, deliveryId, key, occurredAt }) {
    const { organizationId, driver } = reporting;
    const of = { organizationId, courierId: driver.id };
    if (deliveryId !== undefined) {
      const noted = await noteOnTask(deps, reporting, { deliveryId, text, key, occurredAt });
      if (isRefusal(noted)) return noted;
    }
    return addMessage(deps, of, {
      id: key,
      from: 'driver',
      author: `${driver.firstName} ${driver.lastName}`,
      text,
      deliveryId: deliveryId ?? null,
      at: occurredAt,
    });
  },

  read: (deps, { organizationId, driver }, { upTo }) =>
    markRead(deps, { organizationId, courierId: driver.id }, upTo),

  async form(deps, reporting, { formKey, answers, deliveryId, routeId, stopId, key, occurredAt: at }) {
    const { organizationId, driver } = reporting;
    if (deliveryId !== undefined) {
      const of = { organizationId, courierId: driver.id };
      const theirs = await requireCarried(deps.table, of, deliveryId, { isProof: true });
      if (isRefusal(theirs)) return theirs;
    }
    if (routeId !== undefined) {
      const actor = await ownRoute(deps, reporting, routeId);
      if (isRefusal(actor)) return actor;
    }
    return submitForm(
      deps,
      { organizationId, driver },
      { key, formKey, answers, deliveryId, routeId, stopId, at },
    );
  },

  async sequence(deps, reporting, { routeId, stopIds }) {
    const actor = await ownRoute(deps, reporting, routeId);
    if (isRefusal(actor)) return actor;
    const { preferences } = reporting;
    if (!preferences.driversResequence) {
      return sequenceFixed('Drivers of your organization do not change the order of stops.', { routeId });
    }
    return exchangeStops(deps, { ...actor, preferences }, { routeId, stopIds });
  },

  position: (deps, { organizationId, driver, receivedAt }, { lat, lng, details, occurredAt }) =>
    reportPosition(deps, unlimited(organizationId), {
      courierId: driver.id,
      ...{ lat, lng, details, receivedAt },
      at: occurredAt,
    }),
};

/** Proofs as a delivery keeps them; refuses a picture that is not a completed document of the same delivery. */
async function proofsOf(
  deps: ReportDeps,
  of: { readonly organizationId: string; readonly deliveryId: string },
  proofs: readonly DriverProof[],
): Promise<NonNullable<DeliveryUpdate['proofOfDelivery']> | Refusal> {
  const found: object[] = [];
  for (const proof of proofs) {
    if (!('documentId' in proof)) {
      found.push(proof);
      continue;
    }
    const { documentId: id, ...evidence } = proof;
    const stored = await findDocument(deps, unlimited(of.organizationId), id);
    if (isRefusal(stored)) return stored;
    const { deliveryId, state } = stored.value;
    if (deliveryId !== of.deliveryId || state !== 'stored') {
      return documentNotFound(
        `Document ${id} is not a completed one of delivery ${of.deliveryId}. Upload and complete it first.`,
        { id },
      );
    }
    found.push({ ...evidence, imageUrl: documentUrl(id) });
  }
  return found as NonNullable<DeliveryUpdate['proofOfDelivery']>;
}

/** What a driver writes about a package is a note of its task as well, once. */
async function noteOnTask(
  deps: ReportDeps,
  { organizationId, driver }: Reporting,
  of: {
    readonly deliveryId: string;
    readonly text: string;
    readonly key: string;
    readonly occurredAt: string;
  },
): Promise<unknown> {
  const { deliveryId, text: note, key, occurredAt } = of;
  const courierId = driver.id;
  const theirs = await requireCarried(deps.table, { organizationId, courierId }, deliveryId, {
    isProof: true,
  });
  if (isRefusal(theirs)) return theirs;
  const found = (await readDelivery(deps.table, organizationId, deliveryId))?.stored.value;
  if (!found) return undefined;
  const id = repeatableId('not', Date.parse(occurredAt), courierId, key);
  const { jobId, taskId } = found;
  return addNote({ ...deps, ids: { next: () => id } }, unlimited(organizationId), { jobId, taskId, note });
}

function originOf({ organizationId, driver, phoneId, cause }: Reporting): Origin {
  const name = `${driver.firstName} ${driver.lastName}`;
  return { organizationId, actor: { type: 'driver', id: phoneId, name }, cause };
}

function unlimited(organizationId: string) {
  return { organizationId, storeLocationIds: null, driverGroupIds: null };
}

/** On whose behalf the driver's own route is changed, with its stops; ROUTE_NOT_FOUND for any other route. */
async function ownRoute(
  { table }: ReportDeps,
  { organizationId, driver, phoneId, listShards }: Reporting,
  routeId: string,
): Promise<(RouteActor & Pick<RouteAggregate, 'stops'>) | Refusal> {
  const found = await loadRoute(table, { organizationId, id: routeId });
  if (found?.route.courier?.id !== driver.id) {
    return routeNotFound(`You do not have a route "${routeId}".`, { id: routeId });
  }
  return { ...unlimited(organizationId), keyId: phoneId, listShards, stops: found.stops };
}
