import { isAboveLimit, type StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { ExplainedStrategy } from '../choice/explained-strategy.ts';

/** A reason with its values. */
export interface Reason {
  /** Stable name of the sentence, for programs that say it in other words. */
  readonly code: string;
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A provider's rank in a choice. */
export interface RankedProvider {
  readonly providerId: string;
  readonly providerName: string;
  /** 1 = tried first; null = it cannot be chosen. */
  readonly rank: number | null;
  readonly reason: Reason;
}

const ORDERS: Readonly<Record<StrategySettings['providerSelectionStrategy'], string>> = {
  cheapest: 'the lowest price first',
  preferred_order: 'in the order of the allowed providers',
  fastest: 'the earliest arrival first',
  most_reliable: 'the most reliable provider first',
  weighted: 'in a random order weighted by the weights of the providers and their reliability',
  dynamic: 'by price and expected lateness together, the lowest sum first',
};

/** The order in which a strategy tries providers, in words. */
export function orderOf(strategy: ExplainedStrategy): Reason {
  const { providerSelectionStrategy, maxAttempts, reassignOnFailure } = strategy;
  return {
    code: 'PROVIDER_ORDER',
    text: `The strategy "${strategy.label}" tries providers ${ORDERS[providerSelectionStrategy]}.`,
    values: {
      strategy: strategy.label,
      providerSelectionStrategy,
      maxAttempts,
      reassignOnFailure,
      optionsGroupId: strategy.id,
    },
  };
}

/** Each provider with its rank and the reason, from the stored quotes of a round. */
export function explainRound(
  round: { readonly quotes: readonly StoredQuote[]; readonly failedQuotes: readonly StoredQuote[] },
  strategy: Pick<StrategySettings, 'allowedProviders'>,
  maxFeeCents: number | null,
): readonly RankedProvider[] {
  const [first, second] = round.quotes;
  const ranked = round.quotes.map((quote): RankedProvider => {
    const { providerId, providerName, totalPriceCents, currency, dropoffEta, standing } = quote;
    const isDear = isAboveLimit(quote, maxFeeCents);
    const other = quote === first ? second : first;
    const told = [
      `${totalPriceCents} ${currency} cents`,
      ...(dropoffEta === null ? [] : [`arrival ${dropoffEta}`]),
      ...(standing?.reliability === undefined
        ? []
        : [`reliability ${standing.reliability.toFixed(3)} from ${standing.attempts ?? 0} deliveries`]),
      ...punctuality(quote, other),
      ...lateness(quote),
      ...(standing?.weight === undefined ? [] : [`weight ${standing.weight}`]),
    ];
    const tried = standing?.isTriedOut ? ' It is tried out in order to be measured.' : '';
    return {
      providerId,
      providerName,
      rank: isDear ? null : quote.rank,
      reason: {
        code: isDear ? 'ABOVE_LIMIT' : 'RANKED',
        text: isDear
          ? `${providerName} charges ${totalPriceCents} cents, above the limit of ${maxFeeCents}.`
          : `${providerName} has rank ${quote.rank}: ${told.join(', ')}.${tried}`,
        values: {
          providerName,
          rank: quote.rank,
          totalPriceCents,
          currency,
          dropoffEta,
          maxFeeCents,
          ...standing,
          ...(standing?.onTime === undefined ? {} : sharesOnTime(standing, other?.standing)),
        },
      },
    };
  });
  const failed = round.failedQuotes.map(
    ({ providerId, providerName, errorMessage }): RankedProvider => ({
      providerId,
      providerName,
      rank: null,
      reason: {
        code: 'UNAVAILABLE',
        text: `${providerName} cannot be chosen: ${errorMessage}`,
        values: { providerName, errorMessage },
      },
    }),
  );
  const allowed = strategy.allowedProviders;
  return allowed === null ? [...ranked, ...failed] : [...ranked, ...failed].filter(isAllowed);

  function isAllowed({ providerId }: RankedProvider): boolean {
    return allowed?.includes(providerId) ?? true;
  }
}

type Standing = NonNullable<StoredQuote['standing']>;

/** Shares of deliveries on time, measured or assumed: of a provider, and of the one that it is compared with. */
function sharesOnTime(
  standing: Standing,
  against: Standing | undefined,
): { readonly shareOnTime: number; readonly otherShareOnTime: number | null } {
  const shareOf = ({ timed = 0, kept = 0, onTime = 0 }: Standing) => (timed === 0 ? onTime : kept / timed);
  return {
    shareOnTime: shareOf(standing),
    otherShareOnTime: against?.onTime === undefined ? null : shareOf(against),
  };
}

/** How punctual a provider was, against the first of the others. */
function punctuality({ standing }: StoredQuote, other: StoredQuote | undefined): readonly string[] {
  if (standing?.onTime === undefined) return [];
  const { timed = 0, zoneId } = standing;
  const { shareOnTime, otherShareOnTime } = sharesOnTime(standing, other?.standing);
  const own =
    timed === 0
      ? `${percent(shareOnTime)} on time assumed`
      : `${percent(shareOnTime)} on time of ${timed} ${zoneId === undefined ? 'everywhere' : 'here'}`;
  return [otherShareOnTime === null ? own : `${own}, against ${percent(otherShareOnTime)}`];
}

/** What the expected lateness of a provider weighs. */
function lateness({ standing, totalPriceCents, currency }: StoredQuote): readonly string[] {
  if (standing?.expectedLateMinutes === undefined) return [];
  const { expectedLateMinutes, lateMinuteCents = 0, weighedCents = totalPriceCents } = standing;
  const minutes = Math.round(10 * expectedLateMinutes) / 10;
  return [
    `${minutes} minutes late expected, which weigh ${lateMinuteCents} ${currency} cents each: ${weighedCents} ${currency} cents with them`,
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
