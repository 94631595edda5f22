import { occurrencesBetween, windowsBetween } from '../../ordering/windows/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { OptimizationSettings } from './optimization-strategy.ts';

/** How often it is asked. Minutes. */
const STEP = 5;

/** How many days ahead cutoffs are searched; a window starts at most two weeks after its cutoff. */
const AHEAD = 30;
const WINDOW_LATER = 14;
const DAY_MS = 86_400_000;

/**
 * Whether a strategy runs at this time. The nearest tier before the next cutoff of a delivery window says how
 * often it runs, counted back from the cutoff. Without a cutoff ahead, or beyond all tiers, it does not run.
 */
export async function isCadenceDue(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  settings: Pick<OptimizationSettings, 'dynamicCadenceConfig' | 'storeLocations'>,
  at: string,
): Promise<boolean> {
  const cutoff = await nextCutoff(deps, organizationId, settings.storeLocations, at);
  if (cutoff === undefined) return false;
  const minutes = (Date.parse(cutoff) - Date.parse(at)) / 60_000;
  const tiers = settings.dynamicCadenceConfig?.tiersBeforeCutoff ?? [];
  const [tier] = tiers
    .filter(({ maxHours }) => maxHours === null || minutes <= maxHours * 60)
    .toSorted((a, b) => (a.maxHours ?? Number.POSITIVE_INFINITY) - (b.maxHours ?? Number.POSITIVE_INFINITY));
  return tier !== undefined && minutes % tier.intervalMinutes < STEP;
}

async function nextCutoff(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  storeLocations: readonly string[],
  at: string,
): Promise<string | undefined> {
  const after = (days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();
  const range = { startTime: at, endTime: after(AHEAD + WINDOW_LATER) };
  const caller = { organizationId, storeLocationIds: null };
  const windows = await windowsBetween(table, caller, range);
  const cutoffs = windows
    .filter(({ isActive, isDeleted, storeLocationId }) => {
      const isOfStore =
        storeLocations.length === 0 || storeLocationId === null || storeLocations.includes(storeLocationId);
      return isActive && !isDeleted && isOfStore;
    })
    .flatMap((window) => occurrencesBetween(window, range).map(({ cutoffTime }) => cutoffTime))
    .filter((cutoff) => cutoff > at && cutoff <= after(AHEAD));
  return cutoffs.toSorted()[0];
}
