import * as z from 'zod';
import { clockOf } from '../../platform/core/zoned-time.ts';
import { defineEntity, type Table } from '../../platform/table/index.ts';

/** Numbers of a provider's attempts, in this order: see `Outcomes`. */
const countsSchema = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]);

/** How attempts of a provider ended. */
export interface Outcomes {
  /** Attempts that say something about the provider: delivered, failed, or given up by it. */
  readonly ended: number;
  readonly completed: number;
  /** Attempts that the provider cancelled. */
  readonly canceled: number;
  /** Delivered packages with a promised window, how many were late, and by how much together. */
  readonly timed: number;
  readonly late: number;
  readonly lateSeconds: number;
}

type Counts = z.infer<typeof countsSchema>;

const scorecardSchema = z.object({
  organizationId: z.string(),
  /** Id of a zone; `*` = everywhere. */
  zoneId: z.string(),
  /** Time zone in which hours are counted. */
  timeZone: z.string(),
  /** All facts that were counted before this time are in it. */
  readAt: z.string(),
  /** First day of what it is made of. */
  from: z.string(),
  /** Of the card of everywhere: the zones that have a card, and the attempts in each. */
  zones: z.record(z.string(), z.int()),
  /** Per provider the numbers of all hours, and of each local hour in which an attempt ended. */
  providers: z.record(z.string(), z.object({ all: countsSchema, hours: z.record(z.string(), countsSchema) })),
});

/** What was measured of an organization's providers in a zone: one item, which a dispatch reads. */
export type Scorecard = z.infer<typeof scorecardSchema>;

/** The card of all places. */
export const EVERYWHERE = '*';

export const scorecardEntity = defineEntity<Scorecard, Pick<Scorecard, 'organizationId' | 'zoneId'>>({
  name: 'scorecard',
  schema: scorecardSchema,
  partition: ({ organizationId, zoneId }) => ({ organizationId, type: 'scorecard', id: zoneId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Outcomes as a card keeps them. */
export function countsOf({ ended, completed, canceled, timed, late, lateSeconds }: Outcomes): Counts {
  return [ended, completed, canceled, timed, late, lateSeconds];
}

const NONE: Outcomes = { ended: 0, completed: 0, canceled: 0, timed: 0, late: 0, lateSeconds: 0 };

function outcomesOf(counts: Counts | undefined): Outcomes {
  if (!counts) return NONE;
  const [ended, completed, canceled, timed, late, lateSeconds] = counts;
  return { ended, completed, canceled, timed, late, lateSeconds };
}

/**
 * What is assumed of a provider that has delivered nothing yet, and how many deliveries this assumption weighs: a rate is
 * the mean of a Beta distribution with `weight * rate` successes and `weight * (1 - rate)` failures before the first delivery.
 */
export const PRIOR = Object.freeze({
  completion: 0.9,
  cancellation: 0.05,
  onTime: 0.85,
  lateMinutes: 3,
  weight: 20,
});

/** What to expect of a provider at a place and an hour, with what it rests on. */
export interface Expectation {
  /** 50 % completion, 20 % not cancelled, 30 % on time. */
  readonly score: number;
  readonly completion: number;
  readonly cancellation: number;
  readonly onTime: number;
  /** Minutes by which a delivery is late on average, those on time included. */
  readonly lateMinutes: number;
  /** Attempts in the zone at any hour; without a zone, everywhere. */
  readonly attempts: number;
  /** Delivered packages with a window among them, and how many of these were on time. */
  readonly timed: number;
  readonly kept: number;
  /** The local hour of the arrival. */
  readonly hour: string;
}

/** The cards for a place, from the widest to the closest. */
export interface Cards {
  readonly everywhere: Scorecard | undefined;
  readonly zone: Scorecard | undefined;
}

/**
 * Reads the cards for a place. `zonesThere` is asked only when the organization has cards of zones; of several zones, the one
 * with the fewest attempts is the closest. 1 call without such cards, otherwise 2 and those of `zonesThere`.
 */
export async function readCards(
  table: Table,
  organizationId: string,
  zonesThere: () => Promise<readonly string[]>,
): Promise<Cards> {
  const everywhere = (await table.get(scorecardEntity, { organizationId, zoneId: EVERYWHERE }))?.value;
  if (!everywhere || Object.keys(everywhere.zones).length === 0) return { everywhere, zone: undefined };
  const sizeOf = (id: string) => everywhere.zones[id] ?? Number.POSITIVE_INFINITY;
  const [closest] = (await zonesThere())
    .filter((id) => Object.hasOwn(everywhere.zones, id))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b) || (a < b ? -1 : 1));
  if (closest === undefined) return { everywhere, zone: undefined };
  return { everywhere, zone: (await table.get(scorecardEntity, { organizationId, zoneId: closest }))?.value };
}

/**
 * What to expect of a provider for an arrival. Each rate is that of the closest view, combined with the wider one, which is combined with what
 * is assumed of an unknown provider: everywhere, in the zone, in the zone at that hour. With few deliveries the wider view
 * dominates, with many the closest.
 */
export function expectationOf({ everywhere, zone }: Cards, providerId: string, arrival: string): Expectation {
  const near = zone ?? everywhere;
  const hour = hourOf(arrival, near?.timeZone ?? 'UTC');
  const wide = outcomesOf(ownOf(everywhere, providerId)?.all);
  const here = outcomesOf(ownOf(near, providerId)?.all);
  const now = outcomesOf(ownOf(near, providerId)?.hours[hour]);
  const views = zone ? [wide, here, now] : [wide, now];
  const rate = (of: (outcomes: Outcomes) => number, by: 'ended' | 'timed', prior: number) =>
    views.reduce((mean, view) => (of(view) + PRIOR.weight * mean) / (view[by] + PRIOR.weight), prior);
  const completion = rate(({ completed }) => completed, 'ended', PRIOR.completion);
  const cancellation = rate(({ canceled }) => canceled, 'ended', PRIOR.cancellation);
  const onTime = rate(({ timed, late }) => timed - late, 'timed', PRIOR.onTime);
  const lateMinutes = rate(({ lateSeconds }) => lateSeconds / 60, 'timed', PRIOR.lateMinutes);
  const score = 0.5 * completion + 0.2 * (1 - cancellation) + 0.3 * onTime;
  const { ended: attempts, timed, late } = here;
  return { score, completion, cancellation, onTime, lateMinutes, attempts, timed, kept: timed - late, hour };
}

/** The local hour of an instant, `08`. */
function hourOf(instant: string, timeZone: string): string {
  return String(new Date(clockOf(Date.parse(instant), timeZone)).getUTCHours()).padStart(2, '0');
}

function ownOf(card: Scorecard | undefined, providerId: string) {
  return card && Object.hasOwn(card.providers, providerId) ? card.providers[providerId] : undefined;
}
