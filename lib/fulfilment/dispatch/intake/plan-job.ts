import { partId } from '../../../platform/core/ids.ts';
import {
  type Batch,
  type BatchStop,
  type Configuration,
  type Delivery,
  type Job,
  NEW_JOB,
  shortReferenceCode,
  type Task,
} from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import { providerOf } from '../attempts/assign-provider.ts';
import { assign, unassignedTask } from '../attempts/open-attempt.ts';
import type { QuoteSet } from '../choice/choose-quote.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';
import type { EffectiveStrategy } from '../choice/with-escalation.ts';
import { batchTypeOf, stopsOf } from './batch-request.ts';

/** One package of a new job, ready to write. */
export interface JobMember {
  readonly configuration: Configuration;
  readonly task: Task;
  readonly delivery: Delivery | undefined;
}

/** A new job, ready to write. */
export interface JobPlan {
  readonly root: Omit<Job, 'summary'>;
  /** Null for a job of one package. */
  readonly batch: Batch | null;
  readonly members: readonly JobMember[];
}

/** What distinguishes a new job; the rest is as with every new job. */
type NewRoot = Pick<Job, 'organizationId' | 'id' | 'listShard'> &
  Omit<EffectiveStrategy, 'escalatedFrom'> &
  Partial<
    Pick<
      Job,
      | 'externalIdentifier'
      | 'jobMetadata'
      | 'tags'
      | 'routeId'
      | 'dispatchAt'
      | 'escalatedFrom'
      | 'quoteRequestOnly'
      | 'dispatchRule'
    >
  >;

/** Id of the batch of a job. */
export function batchIdOf(jobId: string): string {
  return partId('bth', jobId, 'b1');
}

/** A configuration as it is when its job is created. */
export function configurationOf(
  { organizationId, jobId }: Pick<Configuration, 'organizationId' | 'jobId'>,
  position: number,
  item: Configuration['package'],
  orderId: string | null = null,
): Configuration {
  const id = partId('cfg', jobId, `c${position}`);
  return { organizationId, jobId, id, position, orderId, package: item, canceledAt: null, exhaustedAt: null };
}

/**
 * A new job with its packages: with their deliveries when a quote was chosen, waiting for one otherwise. Several packages
 * are a batch, which keeps their quotes; a single one keeps its own.
 */
export function planJob(of: {
  readonly root: NewRoot;
  readonly configurations: readonly Configuration[];
  /** Stops in driving order; default all pickups, then all dropoffs. */
  readonly stops?: readonly BatchStop[] | undefined;
  readonly round: QuoteSet;
  readonly winner: StoredQuote | undefined;
  /** Whether a caller selected the winner. */
  readonly isSelected?: boolean;
  readonly at: string;
}): JobPlan {
  const { configurations, round, winner, isSelected = false, at } = of;
  const isBatch = configurations.length > 1;
  const root = {
    ...of.root,
    createdAt: at,
    updatedAt: at,
    externalIdentifier: of.root.externalIdentifier ?? null,
    jobMetadata: { ...of.root.jobMetadata },
    tags: of.root.tags ?? [],
    isBatch,
    routeId: of.root.routeId ?? null,
    shortReferenceCode: shortReferenceCode(of.root.id),
    dispatchAt: of.root.dispatchAt ?? null,
    ...NEW_JOB,
    escalatedFrom: of.root.escalatedFrom ?? [],
    quoteRequestOnly: of.root.quoteRequestOnly ?? false,
    dispatchRule: of.root.dispatchRule ?? null,
  };
  const members = configurations.map((configuration, index): JobMember => {
    const share = winner && shareOfQuote(winner, index, configurations.length);
    const own = isBatch ? { quotes: share ? [share] : [], failedQuotes: [] } : round;
    const task = unassignedTask({
      configuration,
      attempt: 1,
      quotes: own.quotes,
      failedQuotes: own.failedQuotes,
      at,
      isPlacedTogether: isBatch,
      isSelected: isSelected && !isBatch,
    });
    const attempt = share && assign(task, share, configuration, at);
    return { configuration, task: attempt?.task ?? task, delivery: attempt?.delivery };
  });
  if (!isBatch) return { root, batch: null, members };
  const batch: Batch = {
    organizationId: root.organizationId,
    jobId: root.id,
    id: batchIdOf(root.id),
    type: batchTypeOf(configurations.map((configuration) => configuration.package)),
    stops: [...(of.stops ?? stopsOf(configurations))],
    quotes: [...round.quotes],
    failedQuotes: [...round.failedQuotes],
    ...(winner ? providerOf(winner) : { winnerQuoteId: null, providerId: null, providerIsInternal: null }),
    isSelected,
    decidedAt: winner ? at : null,
    formerChoices: [],
    formerProviderIds: [],
    phase: winner ? 'announcing' : 'waiting',
  };
  return { root, batch, members };
}
