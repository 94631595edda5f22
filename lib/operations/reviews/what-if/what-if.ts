import * as z from 'zod';
import {
  type ChoiceAgain,
  chooseAgain,
  type DispatchDeps,
  type OtherRules,
} from '../../../fulfilment/dispatch/index.ts';
import type { JobAggregate } from '../../../fulfilment/jobs/index.ts';
import { cardsFor } from '../../../fulfilment/quotes/index.ts';
import { strategyOf, strategySettingsSchema } from '../../../fulfilment/strategies/index.ts';
import type { FoundActivity } from '../../../platform/activities/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { dayRange } from '../../../platform/core/zoned-time.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import { unknownProvider } from '../refusals.ts';
import { type Review, type ReviewCaller, startReview } from '../review.ts';
import { addedUp, isDifferent, outcomeOf, type Tally, tallyOf } from './tally.ts';

/** Jobs that are looked at in parallel. */
const WIDTH = 10;

/** Maximum number of differences of a result; further ones are counted. */
const MAX_LISTED = 2_000;

/** Differences that one portion lists. */
const LISTED_OF_PORTION = 50;

const requestSchema = z.object({
  name: z.string(),
  /** First and last day, and the instants of their beginning and end. */
  days: z.object({ from: z.string(), to: z.string() }),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  /** The strategy as it was when the what-if was asked for. */
  strategy: strategySettingsSchema.nullable(),
  allowedProviders: z.array(z.string()).nullable(),
  /** Absent = as it was; null = no limit. */
  maxFeeCents: z.int().nullable().optional(),
});

/** What a what-if changes. */
type WhatIfRequest = z.infer<typeof requestSchema>;

/** A package for which another provider would have been chosen. */
interface WhatIfDifference {
  readonly jobId: string;
  readonly orderIds: readonly string[];
  readonly at: string;
  readonly before: {
    readonly providerId: string;
    readonly providerName: string;
    readonly priceCents: number;
  };
  /** Null when nobody would have been chosen. */
  readonly after: WhatIfDifference['before'] | null;
  readonly because: readonly string[];
}

/** What the jobs of a portion amount to. */
interface Found {
  readonly before: Tally;
  readonly after: Tally;
  readonly counts: { readonly differing: number; readonly nobody: number; readonly otherCurrency: number };
  readonly notAsked: Readonly<Record<string, number>>;
  readonly differing: readonly WhatIfDifference[];
}

/** What a caller asks. */
interface WhatIfInput {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly optionsGroupId?: string | undefined;
  readonly allowedProviders?: readonly string[] | undefined;
  readonly maxDeliveryFeeCents?: number | null | undefined;
}

/**
 * Asks what would have been chosen for the deliveries of past days under other rules. Prices are those of the quotes that were
 * kept, lateness is what the scorecards let expect, and no provider is asked.
 */
export async function requestWhatIf(
  deps: DispatchDeps,
  caller: ReviewCaller,
  input: WhatIfInput,
): Promise<FoundActivity | Refusal> {
  const { organizationId } = caller;
  const strategy =
    input.optionsGroupId && (await strategyOf(deps.table, organizationId, input.optionsGroupId));
  if (isRefusal(strategy)) return strategy;
  const providers = await providersNamed(deps, organizationId, input.allowedProviders);
  if (isRefusal(providers)) return providers;
  const { timeZone, currency } = await preferencesOf({ table: deps.table, organizationId });
  const { name, from, to, maxDeliveryFeeCents } = input;
  const request: WhatIfRequest = {
    ...{ name, currency, days: { from, to } },
    from: dayRange(from, timeZone).from,
    to: dayRange(to, timeZone).to,
    strategy: strategy ? strategySettingsSchema.parse(strategy) : null,
    allowedProviders: providers,
    ...(maxDeliveryFeeCents === undefined ? {} : { maxFeeCents: maxDeliveryFeeCents }),
  };
  return startReview(deps, caller, 'act_what_if', request);
}

async function providersNamed(
  { providers }: Pick<DispatchDeps, 'providers'>,
  organizationId: string,
  named: readonly string[] | undefined,
): Promise<string[] | null | Refusal> {
  if (named === undefined) return null;
  const usable = await providers.of(organizationId, named);
  const unknown = named.find((name) => !usable.find(name));
  if (unknown !== undefined) {
    return unknownProvider(
      `"${unknown}" is not a provider of the organization. GET /v1/providers lists them by id and name.`,
      { providerId: unknown },
    );
  }
  return [...new Set(named.flatMap((name) => usable.find(name)?.id ?? []))];
}

/** What other rules would have chosen. */
export const whatIf: Review<WhatIfRequest, Found> = {
  action: 'act_what_if',
  request: requestSchema,
  period: ({ from, to }) => ({ from, to }),
  look: async (deps, organizationId, jobs, request) =>
    summedUp(
      (await mapConcurrently(jobs, WIDTH, (job) => choicesOf(deps, organizationId, job, request))).flat(),
    ),
  conclude({ name, days, currency }, found, jobs) {
    const sum = (pick: (part: Found) => number) => found.reduce((total, part) => total + pick(part), 0);
    const notAsked: Record<string, number> = {};
    for (const part of found)
      for (const [id, choices] of Object.entries(part.notAsked)) notAsked[id] = (notAsked[id] ?? 0) + choices;
    return {
      ...{ name, days, jobs: jobs.count, currency },
      before: outcomeOf(found.reduce<Tally>((all, { before }) => addedUp(all, before), {})),
      after: outcomeOf(found.reduce<Tally>((all, { after }) => addedUp(all, after), {})),
      differingCount: sum(({ counts }) => counts.differing),
      nobodyCount: sum(({ counts }) => counts.nobody),
      otherCurrencyCount: sum(({ counts }) => counts.otherCurrency),
      notAsked,
      isComplete: jobs.isComplete,
      differing: found.flatMap((part) => part.differing).slice(0, MAX_LISTED),
    };
  },
};

/** A choice with the tallies of what was and would have been chosen; undefined for one in another currency. */
interface Judged {
  readonly jobId: string;
  readonly choice: ChoiceAgain;
  readonly tallies: { readonly before: Tally; readonly after: Tally } | undefined;
}

async function choicesOf(
  deps: DispatchDeps,
  organizationId: string,
  job: JobAggregate,
  { strategy, allowedProviders, maxFeeCents, currency }: WhatIfRequest,
): Promise<readonly Judged[]> {
  const jobId = job.job.value.id;
  const rules: OtherRules = {
    strategy: strategy ?? undefined,
    allowedProviders: allowedProviders ?? undefined,
    maxFeeCents,
  };
  const choices = await chooseAgain(deps, job, rules);
  if (choices.length === 0) return [];
  const cards = await cardsFor(deps.table, organizationId, choices[0]!.shipment);
  return choices.map((choice): Judged => {
    const { before, after, arrival } = choice;
    if (before.currency !== currency) return { jobId, choice, tallies: undefined };
    const tallies = {
      before: tallyOf(before, arrival, cards),
      after: after ? tallyOf(after, after.dropoffEta ?? arrival, cards) : {},
    };
    return { jobId, choice, tallies };
  });
}

function summedUp(all: readonly Judged[]): Found {
  const counted = all.flatMap(({ jobId, choice, tallies }) => (tallies ? [{ jobId, choice, tallies }] : []));
  const different = counted.filter(({ choice }) => isDifferent(choice));
  const notAsked: Record<string, number> = {};
  for (const { choice } of counted) for (const id of choice.notAsked) notAsked[id] = (notAsked[id] ?? 0) + 1;
  return {
    before: counted.reduce<Tally>((sum, { tallies }) => addedUp(sum, tallies.before), {}),
    after: counted.reduce<Tally>((sum, { tallies }) => addedUp(sum, tallies.after), {}),
    counts: {
      differing: different.length,
      nobody: counted.filter(({ choice }) => !choice.after).length,
      otherCurrency: all.length - counted.length,
    },
    notAsked,
    differing: different.slice(0, LISTED_OF_PORTION).map(differenceOf),
  };
}

function differenceOf({ jobId, choice }: Pick<Judged, 'jobId' | 'choice'>): WhatIfDifference {
  const { orderIds, at, before, after, because } = choice;
  const shown = ({ providerId, providerName, totalPriceCents }: ChoiceAgain['before']) => ({
    ...{ providerId, providerName, priceCents: totalPriceCents },
  });
  return {
    ...{ jobId, orderIds, at, before: shown(before), after: after ? shown(after) : null },
    because: because.map(({ text }) => text),
  };
}
