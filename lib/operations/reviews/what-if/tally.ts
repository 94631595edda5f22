import type { ChoiceAgain } from '../../../fulfilment/dispatch/index.ts';
import type { StoredQuote } from '../../../fulfilment/quotes/index.ts';
import { type Cards, expectationOf, PRIOR } from '../../../fulfilment/strategies/index.ts';

/** Sums of choices by the provider that was, or would have been, chosen. */
export type Tally = Readonly<Record<string, ProviderTally>>;

/** What choices of one provider add up to. */
export interface ProviderTally {
  readonly providerName: string;
  readonly choices: number;
  readonly priceCents: number;
  /** Expected number of packages on time, and expected minutes late. */
  readonly onTime: number;
  readonly lateMinutes: number;
  /** Standard deviations of the provider's rates, added up: they are the same for all of its choices, so they do not cancel out. */
  readonly onTimeDeviation: number;
  readonly lateDeviation: number;
}

/** One choice as a tally: its price, and what the scorecards of its provider let expect. */
export function tallyOf(quote: StoredQuote, arrival: string, cards: Cards): Tally {
  const { onTime, lateMinutes, timed } = expectationOf(cards, quote.providerId, arrival);
  // Of a Beta distribution over these deliveries, with those of the prior.
  const onTimeDeviation = Math.sqrt((onTime * (1 - onTime)) / (timed + PRIOR.weight + 1));
  const minutesWhenLate = onTime < 1 ? lateMinutes / (1 - onTime) : 0;
  return {
    [quote.providerId]: {
      providerName: quote.providerName,
      choices: 1,
      priceCents: quote.totalPriceCents,
      onTime,
      lateMinutes,
      onTimeDeviation,
      lateDeviation: onTimeDeviation * minutesWhenLate,
    },
  };
}

/** Two tallies together. */
export function addedUp(one: Tally, other: Tally): Tally {
  const sums: Record<string, ProviderTally> = { ...one };
  for (const [id, tally] of Object.entries(other)) {
    const before = sums[id];
    sums[id] = before
      ? {
          providerName: tally.providerName,
          choices: before.choices + tally.choices,
          priceCents: before.priceCents + tally.priceCents,
          onTime: before.onTime + tally.onTime,
          lateMinutes: before.lateMinutes + tally.lateMinutes,
          onTimeDeviation: before.onTimeDeviation + tally.onTimeDeviation,
          lateDeviation: before.lateDeviation + tally.lateDeviation,
        }
      : tally;
  }
  return sums;
}

/** A number with the range in which it lies with a probability of 90 %. */
export interface Range {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What choices amount to. */
export interface Outcome {
  readonly choices: number;
  readonly priceCents: number;
  /** Share of packages that are expected on time. */
  readonly onTime: Range | null;
  /** Minutes late that are expected of a package on average, those on time included. */
  readonly lateMinutes: Range | null;
  readonly providers: readonly {
    readonly providerId: string;
    readonly providerName: string;
    readonly choices: number;
    readonly priceCents: number;
  }[];
}

/** Standard deviations on either side that hold 90 % of a normal distribution. */
const NINETY_PERCENT = 1.645;

/** What a tally amounts to. Rates of different providers are independent of each other. */
export function outcomeOf(tally: Tally): Outcome {
  const all = Object.entries(tally);
  const sum = (pick: (one: ProviderTally) => number) => all.reduce((total, [, one]) => total + pick(one), 0);
  const choices = sum((one) => one.choices);
  const range = (
    mean: (one: ProviderTally) => number,
    deviation: (one: ProviderTally) => number,
    most: number,
  ): Range | null => {
    if (choices === 0) return null;
    const value = sum(mean) / choices;
    const half = (NINETY_PERCENT * Math.sqrt(sum((one) => deviation(one) ** 2))) / choices;
    return {
      value: rounded(value),
      low: rounded(Math.max(0, value - half)),
      high: rounded(Math.min(most, value + half)),
    };
  };
  return {
    choices,
    priceCents: sum((one) => one.priceCents),
    onTime: range(
      ({ onTime }) => onTime,
      ({ onTimeDeviation }) => onTimeDeviation,
      1,
    ),
    lateMinutes: range(
      ({ lateMinutes }) => lateMinutes,
      ({ lateDeviation }) => lateDeviation,
      Number.POSITIVE_INFINITY,
    ),
    providers: all
      .map(([providerId, { providerName, choices: own, priceCents }]) => ({
        providerId,
        providerName,
        choices: own,
        priceCents,
      }))
      .sort((one, other) => other.choices - one.choices || (one.providerId < other.providerId ? -1 : 1)),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Whether another provider, or another price, would have been chosen. */
export function isDifferent({ before, after }: ChoiceAgain): boolean {
  return before.providerId !== after?.providerId;
}
