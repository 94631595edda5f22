import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { remainingCapacity } from './capacity.ts';
import { findWindows, windowsBetween } from './find-windows.ts';
import { type Ineligibility, judgeWindow, type WindowOrder } from './judge-window.ts';
import { occurrenceKey, readOccurrence } from './occurrence.ts';
import type { DeliveryWindow } from './window.ts';
import type { WindowCaller, WindowDeps } from './window-deps.ts';
import { occurrencesBetween, type WindowTimes } from './window-times.ts';

/** Maximum number of occurrences that are rated: each is read. */
export const MAX_OCCURRENCES = 500;

/** Occurrences read in parallel. */
const WIDTH = 20;

/** A window of the range with the data that a choice needs. */
export interface JudgedWindow {
  readonly window: DeliveryWindow;
  readonly times: WindowTimes;
  readonly remaining: number | null;
  readonly ineligible: Ineligibility | undefined;
  /** Score from 0 to 1, more is better: free capacity (50%), early start (30%), low price (20%). */
  readonly score: number;
}

/**
 * Windows that start in the range, those that can be booked with the best score first. 1 call for each
 * occurrence, and 1 for each 100 windows.
 */
export async function eligibleWindows(
  deps: WindowDeps,
  caller: WindowCaller,
  wanted: {
    readonly startTime: string;
    readonly endTime: string;
    readonly requestedCapacity: number;
    readonly order: WindowOrder | undefined;
    /** Key of the occurrence into which the order is already booked, and its units. */
    readonly present?: { readonly key: string; readonly capacity: number } | undefined;
  },
): Promise<readonly JudgedWindow[]> {
  const now = toInstant(deps.clock.now());
  const occurrences = await occurrencesOf(deps, caller, wanted);
  // Every window is checked for the same dropoff.
  const restricted = wanted.order
    ? await deps.places.restrictedWindows(caller.organizationId, wanted.order.dropoff)
    : new Map<string, string>();
  const places = { covers: deps.places.covers, restrictedWindows: async () => restricted };
  const dearest = Math.max(1, ...occurrences.map(({ window }) => window.priceCents ?? 0));
  const judged = await mapConcurrently(
    occurrences,
    WIDTH,
    async ({ window, times }): Promise<JudgedWindow> => {
      const { organizationId, maximumCapacity } = window;
      const key = occurrenceKey(window.id, times.date);
      const state =
        maximumCapacity === null ? undefined : await readOccurrence(deps.table, { organizationId, key });
      const own = wanted.present?.key === key ? wanted.present.capacity : 0;
      const used = state ? state.slots.reduce((sum, { value }) => sum + value.used, 0) : 0;
      const remaining = remainingCapacity(maximumCapacity, [Math.max(0, used - own)]);
      const isClosed = state?.root !== undefined && state.root.value.state !== 'open';
      const unfit: Ineligibility | undefined = isClosed
        ? { code: 'CUTOFF_PASSED', message: 'Its cutoff has passed. Choose a later window.' }
        : await judgeWindow(places, window, times, wanted.order, now);
      const lacks: Ineligibility | undefined =
        remaining !== null && remaining < wanted.requestedCapacity
          ? {
              code: 'CAPACITY_EXHAUSTED',
              message: `It has ${remaining} of ${maximumCapacity} places left, but the request needs ${wanted.requestedCapacity}. Choose another window.`,
            }
          : undefined;
      const room = maximumCapacity === null || maximumCapacity === 0 ? 1 : (remaining ?? 0) / maximumCapacity;
      const span = Math.max(1, Date.parse(wanted.endTime) - Date.parse(wanted.startTime));
      const soon = 1 - (Date.parse(times.startTime) - Date.parse(wanted.startTime)) / span;
      const cheap = 1 - (window.priceCents ?? 0) / dearest;
      const ineligible = unfit ?? lacks;
      const score = ineligible ? 0 : Math.round((0.5 * room + 0.3 * soon + 0.2 * cheap) * 1000) / 1000;
      return { window, times, remaining, ineligible, score };
    },
  );
  return judged.toSorted((a, b) => b.score - a.score || (a.times.startTime < b.times.startTime ? -1 : 1));
}

/** The next occurrences in the range. The list of windows lags behind and lacks metadata, so they are read again. */
async function occurrencesOf(
  { table }: WindowDeps,
  caller: WindowCaller,
  range: { readonly startTime: string; readonly endTime: string },
): Promise<readonly { readonly window: DeliveryWindow; readonly times: WindowTimes }[]> {
  const next = (windows: readonly DeliveryWindow[]) =>
    windows
      .flatMap((window) => occurrencesBetween(window, range).map((times) => ({ window, times })))
      .toSorted((a, b) => (a.times.startTime < b.times.startTime ? -1 : 1))
      .slice(0, MAX_OCCURRENCES);
  const listed = next(await windowsBetween(table, caller, range));
  const ids = [...new Set(listed.map(({ window }) => window.id))];
  const found = await findWindows(table, caller, ids);
  return next(found.flatMap((stored) => (stored && !stored.value.isDeleted ? [stored.value] : [])));
}
