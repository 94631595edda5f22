import { partId } from '../../../platform/core/ids.ts';
import type { Batch, BatchStop, Configuration, Delivery, Job, Task } from '../../jobs/index.ts';
import type { QuoteRound, StoredQuote } from '../../quotes/index.ts';
import { assign, unassignedTask } from '../attempts/open-attempt.ts';
import { batchTypeOf } from './batch-request.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';

/** One package of a batch, ready to write. */
export interface BatchMember {
  readonly configuration: Configuration;
  readonly task: Task;
  readonly delivery: Delivery | undefined;
}

/** A batch, ready to write. */
export interface BatchPlan {
  readonly root: Omit<Job, 'summary'>;
  /** Null for a job of one package. */
  readonly batch: Batch | null;
  readonly members: readonly BatchMember[];
}

/** Id of the batch of a job. */
export function batchIdOf(jobId: string): string {
  return partId('bth', jobId, 'b1');
}

/** The batch with its packages: with their deliveries when a quote was chosen, waiting for one otherwise. */
export function planBatch(of: {
  readonly root: Omit<Job, 'summary'>;
  readonly configurations: readonly Configuration[];
  readonly stops: readonly BatchStop[];
  readonly round: Pick<QuoteRound, 'quotes' | 'failedQuotes'>;
  readonly winner: StoredQuote | undefined;
  readonly at: string;
}): BatchPlan {
  const { root, configurations, stops, round, winner, at } = of;
  const members = configurations.map((configuration, index) => {
    const quotes = root.isBatch ? [] : round.quotes;
    const failedQuotes = root.isBatch ? [] : round.failedQuotes;
    const of = { configuration, attempt: 1, quotes, failedQuotes, at, isPlacedTogether: root.isBatch };
    const task = unassignedTask(of);
    const share = winner && (root.isBatch ? shareOfQuote(winner, index, configurations.length) : winner);
    const shown = share && root.isBatch ? { ...task, quotes: [share] } : task;
    const attempt = share && assign(shown, share, configuration, at);
    return { configuration, task: attempt?.task ?? task, delivery: attempt?.delivery };
  });
  if (!root.isBatch) return { root, batch: null, members };
  const batch: Batch = {
    organizationId: root.organizationId,
    jobId: root.id,
    id: batchIdOf(root.id),
    type: batchTypeOf(configurations.map((configuration) => configuration.package)),
    stops: [...stops],
    quotes: [...round.quotes],
    failedQuotes: [...round.failedQuotes],
    winnerQuoteId: winner?.id ?? null,
    isSelected: false,
    providerId: winner?.providerId ?? null,
    providerIsInternal: winner?.providerIsInternal ?? null,
    decidedAt: winner ? at : null,
    formerChoices: [],
    formerProviderIds: [],
    phase: winner ? 'announcing' : 'waiting',
  };
  return { root, batch, members };
}
