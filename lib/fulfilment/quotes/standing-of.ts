import { createHash } from 'node:crypto';
import { zonesAt } from '../../places/zones/index.ts';
import type { Table } from '../../platform/table/index.ts';
import type { Shipment } from '../providers/index.ts';
import { type Cards, expectationOf, readCards, type StrategySettings } from '../strategies/index.ts';
import { placeOfStop } from './place-of-stop.ts';
import type { StoredQuote } from './quote.ts';
import { isAboveLimit } from './rank-quotes.ts';

/** What a strategy says about the use of what was measured. */
type Choosing = Pick<
  StrategySettings,
  'providerSelectionStrategy' | 'providerRules' | 'lateMinuteCents' | 'explorationShare'
>;

/** What the standing of quotes depends on. */
export interface StandingOf {
  readonly organizationId: string;
  readonly shipment: Shipment;
  readonly strategy: Choosing;
  readonly maxFeeCents: number | null;
  /** When the choice is made. */
  readonly at: string;
  /** Of the round's draws; without one the weights themselves are the order, and nothing is tried out. */
  readonly seed?: string | undefined;
}

/** Selections that use what was measured. */
const MEASURED: ReadonlySet<StrategySettings['providerSelectionStrategy']> = new Set([
  'most_reliable',
  'weighted',
  'dynamic',
]);

/**
 * Quotes with the input of a strategy's ranking besides price and time, stored with them so that the choice can be explained
 * and repeated later: what was recorded with a quote counts, otherwise the present scorecards. There is one `seed` per round of
 * quotes: under `weighted` each round is a draw of its own, so that shares hold over time and in parallel without a common
 * counter, and the same holds for the share of dispatches that try out a provider.
 */
export async function withStanding(
  { table }: { readonly table: Table },
  quotes: readonly StoredQuote[],
  of: StandingOf,
): Promise<readonly StoredQuote[]> {
  const { organizationId, shipment, strategy, at } = of;
  const isMeasured = MEASURED.has(strategy.providerSelectionStrategy);
  const isKnown = quotes.every(
    ({ isSuccessful, standing }) => !isSuccessful || standing?.lateMinutes !== undefined,
  );
  const cards = isMeasured && !isKnown ? await cardsFor(table, organizationId, shipment) : undefined;
  const standing = quotes.map((quote): StoredQuote => {
    const { standing: recorded, ...rest } = quote;
    if (!quote.isSuccessful) return rest;
    const measured = isMeasured ? (measuredIn(recorded) ?? measuredOf(cards, quote)) : {};
    const own = { ...measured, ...choiceOf(quote, measured, of) };
    return Object.keys(own).length === 0 ? rest : { ...rest, standing: own };
  });
  return triedOut(standing, of);

  function measuredOf(read: Cards | undefined, quote: StoredQuote): Standing {
    if (!read) return {};
    const arrival = quote.dropoffEta ?? shipment.dropoff.endTime ?? at;
    const { score, ...expected } = expectationOf(read, quote.providerId, arrival);
    const { onTime, lateMinutes, attempts, timed, kept, hour } = expected;
    const zoneId = read.zone?.zoneId;
    return {
      ...{ reliability: score, attempts, onTime, timed, kept, lateMinutes, hour },
      ...(zoneId === undefined ? {} : { zoneId }),
    };
  }
}

/** The scorecards for the dropoff of a shipment. */
export function cardsFor(table: Table, organizationId: string, { dropoff }: Shipment): Promise<Cards> {
  return readCards(table, organizationId, async () =>
    (await zonesAt(table, organizationId, placeOfStop(dropoff))).map(({ value }) => value.id),
  );
}

type Standing = NonNullable<StoredQuote['standing']>;

/** What was measured, as it was recorded with a quote; undefined when it was not. */
function measuredIn(recorded: Standing | undefined): Standing | undefined {
  if (recorded?.lateMinutes === undefined) return undefined;
  const own = Object.entries(recorded).filter(([name]) => MEASURED_FIELDS.has(name));
  return Object.fromEntries(own) as Standing;
}

const MEASURED_FIELDS: ReadonlySet<string> = new Set([
  'reliability',
  'attempts',
  'onTime',
  'timed',
  'kept',
  'lateMinutes',
  'zoneId',
  'hour',
]);

/** What a strategy makes of what was measured. */
function choiceOf(
  quote: StoredQuote,
  measured: Standing,
  { strategy, shipment, seed }: StandingOf,
): Standing {
  switch (strategy.providerSelectionStrategy) {
    case 'weighted': {
      const weight = weightOf(strategy, quote.providerId);
      const share = weight * (measured.reliability ?? 1);
      return { weight, share, draw: seed === undefined ? share : drawOf(seed, quote.providerId, share) };
    }
    case 'dynamic': {
      const lateMinuteCents = strategy.lateMinuteCents ?? 0;
      const expectedLateMinutes = (measured.lateMinutes ?? 0) + minutesAfter(quote, shipment);
      const weighedCents = quote.totalPriceCents + Math.round(expectedLateMinutes * lateMinuteCents);
      return { expectedLateMinutes, lateMinuteCents, weighedCents };
    }
    default:
      return {};
  }
}

/** Minutes by which a provider itself expects to arrive after the end of the window. */
function minutesAfter({ dropoffEta }: StoredQuote, { dropoff }: Shipment): number {
  if (dropoffEta === null || !dropoff.endTime) return 0;
  return Math.max(0, (Date.parse(dropoffEta) - Date.parse(dropoff.endTime)) / 60_000);
}

/**
 * In the stated share of rounds, one of the quotes within the limit comes first whatever the measure says, each with the same
 * probability: providers that are never chosen are never measured. Which rounds and which quote follows from the seed.
 */
function triedOut(
  quotes: readonly StoredQuote[],
  { strategy: { explorationShare }, maxFeeCents, seed }: StandingOf,
): readonly StoredQuote[] {
  if (explorationShare === 0 || seed === undefined || evenOf(`${seed}|try`) >= explorationShare)
    return quotes;
  const possible = quotes.filter((quote) => quote.isSuccessful && !isAboveLimit(quote, maxFeeCents));
  const chosen = possible.toSorted(byProvider)[Math.floor(evenOf(`${seed}|which`) * possible.length)];
  return quotes.map((quote) =>
    quote === chosen ? { ...quote, standing: { ...quote.standing, isTriedOut: true } } : quote,
  );
}

function byProvider(one: StoredQuote, other: StoredQuote): number {
  return one.providerId < other.providerId ? -1 : 1;
}

/** The seed of a round's draws: the id of its first quote, whether it succeeded or failed. */
export function seedOfRound(quotes: readonly Pick<StoredQuote, 'id'>[]): string | undefined {
  return quotes.find(({ id }) => id.endsWith('n1'))?.id;
}

/** The share of a provider under `weighted`, before what was measured of it. */
export function weightOf(
  { providerRules }: Pick<StrategySettings, 'providerRules'>,
  providerId: string,
): number {
  return providerRules.find((rule) => rule.providerId === providerId)?.weight ?? 1;
}

/**
 * A provider's draw, larger = earlier: u^(1/weight) with u uniform between 0 and 1. Among any providers, each has the
 * largest draw with the probability of its weight (Efraimidis and Spirakis, 2006).
 */
export function drawOf(seed: string, providerId: string, weight: number): number {
  return weight <= 0 ? 0 : evenOf(`${seed}|${providerId}`) ** (1 / weight);
}

/** A number between 0 and 1, neither included, that follows from a text and is evenly spread over texts. */
function evenOf(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return (hash.readUIntBE(0, 6) + 1) / (2 ** 48 + 1);
}
