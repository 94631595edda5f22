import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Table } from '../../../platform/table/index.ts';
import type { Job, JobAggregate } from '../../jobs/index.ts';
import { strategyOf } from '../../strategies/index.ts';
import { maxFeeUnder } from './max-fee-of.ts';
import { isNoProviderFound } from './nobody-found.ts';

/** The strategy of a job with what follows from it, and the driver to whom a person gives the job under it. */
export type EffectiveStrategy = Pick<Job, 'strategy' | 'maxFeeCents' | 'escalatedFrom'> &
  Partial<Pick<Job, 'driverId'>>;

/**
 * The first choice that succeeds: under the job's own strategy or, while no provider is found, under those to which it
 * escalates, each once. The refusal is that of the job's own strategy.
 */
export async function withEscalation<Found>(
  { table }: { readonly table: Table },
  job: EffectiveStrategy & Pick<Job, 'organizationId'>,
  choose: (under: EffectiveStrategy) => Promise<Found | Refusal>,
): Promise<{ readonly found: Found; readonly under: EffectiveStrategy } | Refusal> {
  let under: EffectiveStrategy = job;
  const first = await choose(under);
  if (!isRefusal(first)) return { found: first, under };
  for (;;) {
    const target = under.strategy.escalateToOptionsGroupId;
    const escalatedFrom = [...under.escalatedFrom, under.strategy.id ?? ''];
    if (!isNoProviderFound(first) || target === null || escalatedFrom.includes(target)) return first;
    const strategy = await strategyOf(table, job.organizationId, target);
    if (isRefusal(strategy)) return first;
    under = { strategy, maxFeeCents: maxFeeUnder(strategy, job), escalatedFrom };
    const found = await choose(under);
    if (!isRefusal(found)) return { found, under };
  }
}

/** The strategy of a job with what follows from it, without the rest of the job. */
export function inForce({ strategy, maxFeeCents, escalatedFrom }: EffectiveStrategy): EffectiveStrategy {
  return { strategy, maxFeeCents, escalatedFrom };
}

/** A job as another strategy would see it. */
export function underStrategy(aggregate: JobAggregate, under: EffectiveStrategy): JobAggregate {
  const { job } = aggregate;
  return { ...aggregate, job: { ...job, value: { ...job.value, ...under } } };
}
