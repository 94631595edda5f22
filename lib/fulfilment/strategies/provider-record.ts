import * as z from 'zod';
import { defineEntity, type Table } from '../../platform/table/index.ts';

/** Number of items for the counts of one provider in one area, so that many deliveries can end at the same time. */
export const RECORD_SHARDS = 4;

const providerRecordSchema = z.object({
  organizationId: z.string(),
  providerId: z.string(),
  /** Country and state of the dropoff, such as `US-CA`; `*` = everywhere. */
  area: z.string(),
  shard: z.int(),
  /** Attempts that the provider ended. */
  ended: z.int(),
  completed: z.int(),
  /** Attempts that the provider cancelled. */
  canceled: z.int(),
  /** Completed attempts with a promised arrival, and how many of them were on time. */
  timed: z.int(),
  onTime: z.int(),
});

/** Record of a provider for one organization in one area. */
export type ProviderRecord = z.infer<typeof providerRecordSchema>;

export const providerRecordEntity = defineEntity<
  ProviderRecord,
  Pick<ProviderRecord, 'organizationId' | 'providerId' | 'area' | 'shard'>
>({
  name: 'providerRecord',
  schema: providerRecordSchema,
  partition: ({ organizationId, providerId, area }) => ({
    organizationId,
    type: 'providerRecord',
    id: `${providerId}.${area}`,
  }),
  sort: ({ shard }) => ({ kind: 'state', parts: [String(shard)] }),
});

/** Assumed record of an unknown provider, and its weight as a number of deliveries. */
const PRIOR = Object.freeze({ completion: 0.9, cancellation: 0.05, onTime: 0.85, weight: 20 });

/** Rates of a provider, each between 0 and 1, with the number of attempts in the area. */
export interface Reliability {
  /** 50 % completion, 20 % not cancelled, 30 % on time. */
  readonly score: number;
  readonly completion: number;
  readonly cancellation: number;
  readonly onTime: number;
  readonly attempts: number;
}

/**
 * Reliability of a provider for an organization in an area. Each rate is the area's own, combined with the provider's
 * rate everywhere, which itself is combined with that of an unknown provider: with few deliveries the wider view
 * dominates, with many the area's own. 2 calls.
 */
export async function reliabilityOf(
  table: Table,
  of: { readonly organizationId: string; readonly providerId: string; readonly area: string },
): Promise<Reliability> {
  const [everywhere, here] = await Promise.all([totals(table, { ...of, area: '*' }), totals(table, of)]);
  const share = (count: 'completed' | 'canceled' | 'onTime', of: 'ended' | 'timed', prior: number) => {
    const wide = (everywhere[count] + PRIOR.weight * prior) / (everywhere[of] + PRIOR.weight);
    return (here[count] + PRIOR.weight * wide) / (here[of] + PRIOR.weight);
  };
  const completion = share('completed', 'ended', PRIOR.completion);
  const cancellation = share('canceled', 'ended', PRIOR.cancellation);
  const onTime = share('onTime', 'timed', PRIOR.onTime);
  const score = 0.5 * completion + 0.2 * (1 - cancellation) + 0.3 * onTime;
  return { score, completion, cancellation, onTime, attempts: here.ended };
}

async function totals(
  table: Table,
  { organizationId, providerId, area }: Pick<ProviderRecord, 'organizationId' | 'providerId' | 'area'>,
) {
  const aggregate = await table.readAggregate(
    providerRecordEntity.definition.partition({ organizationId, providerId, area, shard: 0 }),
  );
  const all = aggregate.all(providerRecordEntity).map(({ value }) => value);
  const sum = (name: 'ended' | 'completed' | 'canceled' | 'timed' | 'onTime') =>
    all.reduce((total, record) => total + record[name], 0);
  return {
    ended: sum('ended'),
    completed: sum('completed'),
    canceled: sum('canceled'),
    timed: sum('timed'),
    onTime: sum('onTime'),
  };
}
