import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { aggregateIdOf } from '../../platform/core/ids.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, replace } from '../../platform/table/index.ts';
import { changedNames, recordFleetChange, shiftCreated, shiftUpdated } from './fleet-events.ts';
import { fleetNotFound, invalidFleetInput } from './refusals.ts';
import { isOnBreak, MAX_SHIFT_BREAKS, type Shift, shiftEntity, shiftPartition } from './shift.ts';

/** What a driver does with a shift. */
export const SHIFT_STEPS = Object.freeze(['start', 'end', 'startBreak', 'endBreak'] as const);
export type ShiftStep = (typeof SHIFT_STEPS)[number];

/** Hours of a shift that nobody planned. */
const UNPLANNED_HOURS = 8;

/** A driver's report about a shift. */
export interface ShiftReport {
  readonly courierId: string;
  /** Of a planned shift, or of one that the phone names: the driver's ULID with letters and digits after it. */
  readonly shiftId: string;
  readonly step: ShiftStep;
  /** When it happened. */
  readonly at: string;
}

/**
 * Starts or ends a driver's shift or break. One that nobody planned is created by its start, if drivers may do so. A step that
 * was taken before changes nothing, and one of the past does not undo a later one.
 */
export async function reportShift(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { origin, mayStart }: { readonly origin: Origin; readonly mayStart: boolean },
  report: ShiftReport,
): Promise<Shift | Refusal> {
  const { table, clock } = deps;
  const { courierId, shiftId: id, step, at } = report;
  const isNamedByPhone = aggregateIdOf('cou', 'shf', id) === courierId;
  const { organizationId } = origin;
  return commit(deps, { what: 'shift', id }, async () => {
    const stored = await table.get(shiftEntity, { organizationId, id });
    if (stored ? stored.value.courierId !== courierId : !isNamedByPhone || step !== 'start')
      return unknown(id);
    const updatedAt = toInstant(clock.now());
    if (!stored && !mayStart) {
      return invalidFleetInput(
        'No shift is planned for you, and drivers of your organization do not start others. Ask your dispatcher for a shift.',
        { fields: { shiftId: 'Is not planned.' } },
      );
    }
    const next = stored ? stepped(stored.value, step, at) : unplanned({ organizationId, id, courierId, at });
    if (isRefusal(next)) return next;
    if (stored && changedNames(stored.value, next).length === 0) return stored.value;
    const shift = { ...next, updatedAt };
    const written = await table.write([
      stored ? replace(shiftEntity, stored, shift) : create(shiftEntity, shift),
      ...recordFleetChange(stored ? shiftUpdated : shiftCreated, origin, {
        aggregate: shiftPartition(shift),
        version: (stored?.version ?? 0) + 1,
        at: updatedAt,
        before: stored?.value,
        after: shift,
        isConfiguration: false,
      }),
    ]);
    if (written.ok) return shift;
  });
}

/** The shift after a step; the same one when it changes nothing. */
function stepped(shift: Shift, step: ShiftStep, at: string): Shift | Refusal {
  const { status, breaks, startedAt, endedAt } = shift;
  if (status === 'canceled')
    return over(`Shift ${shift.id} was canceled. Ask your dispatcher for another one.`);
  if (status === 'completed') {
    // Reported late: it was before the end.
    if (step === 'end' || at <= (endedAt ?? '')) return shift;
    return over(`Shift ${shift.id} ended at ${endedAt ?? shift.plannedEnd}. Start another one.`);
  }
  const started = { ...shift, status: 'active' as const, startedAt: startedAt ?? at };
  switch (step) {
    case 'start':
      // A driver who begins early gets work from then on.
      return startedAt === null ? { ...started, plannedStart: earlier(shift.plannedStart, at) } : shift;
    case 'end':
      return { ...started, status: 'completed', endedAt: at, breaks: closed(breaks, at) };
    case 'startBreak':
      if (isOnBreak(shift) || breaks.some((one) => one.startedAt >= at)) return shift;
      if (breaks.length >= MAX_SHIFT_BREAKS) {
        return over(`Shift ${shift.id} has ${MAX_SHIFT_BREAKS} breaks, which is the maximum.`);
      }
      return { ...started, breaks: [...breaks, { startedAt: at, endedAt: null }] };
    default:
      // The end of an earlier break, of which another phone reported before, does not end this one.
      return breaks.some((one) => one.endedAt === null && one.startedAt <= at)
        ? { ...shift, breaks: closed(breaks, at) }
        : shift;
  }
}

function closed(breaks: Shift['breaks'], at: string): Shift['breaks'] {
  return breaks.map((one) =>
    one.endedAt === null ? { ...one, endedAt: at < one.startedAt ? one.startedAt : at } : one,
  );
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function unplanned(of: {
  readonly organizationId: string;
  readonly id: string;
  readonly courierId: string;
  readonly at: string;
}): Shift {
  const { at, ...keys } = of;
  return {
    ...keys,
    name: 'Unplanned',
    plannedStart: at,
    plannedEnd: toInstant(Date.parse(at) + UNPLANNED_HOURS * 3_600_000),
    plannedBreakDuration: null,
    shiftMetadata: null,
    optimizationParams: null,
    status: 'active',
    storeLocationId: null,
    externalStoreLocationId: null,
    zoneIds: [],
    externalZoneIds: [],
    vehicleId: null,
    startedAt: at,
    endedAt: null,
    breaks: [],
    createdAt: at,
    updatedAt: at,
  };
}

function unknown(id: string): Refusal {
  return fleetNotFound(`You do not have a shift "${id}".`, { id });
}

function over(message: string): Refusal {
  return invalidFleetInput(message, { fields: { shiftId: message } });
}
