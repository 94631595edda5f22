import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { storedQuoteSchema } from '../quotes/index.ts';
import { BATCH_TYPES } from './batch-types.ts';
import { jobPartition } from './job.ts';

/** Maximum number of packages of one batch. */
export const MAX_BATCH = 200;

/** Maximum number of packages of the job of a route, which may have 500 stops. */
export const MAX_ROUTED = 500;

const batchStop = z.object({
  /** Position of the configuration that is picked up or dropped off at this stop. */
  position: z.int().min(1),
  type: z.enum(['PICKUP', 'DROPOFF']),
});

/** One stop of a batch. */
export type BatchStop = z.infer<typeof batchStop>;

/** A chosen provider that was later replaced by another one. */
const formerChoice = z.object({
  at: z.string(),
  quotes: z.array(storedQuoteSchema),
  failedQuotes: z.array(storedQuoteSchema),
  winnerQuoteId: z.string().nullable(),
  isSelected: z.boolean(),
});

/** Schema of a stored batch. */
export const batchSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `bth_`, the job's ULID and `b1`. */
  id: z.string(),
  type: z.enum(BATCH_TYPES),
  /** Pickups and dropoffs in driving order. */
  stops: z.array(batchStop),
  quotes: z.array(storedQuoteSchema),
  failedQuotes: z.array(storedQuoteSchema),
  /** The quote whose provider carries all packages; null while the batch waits for one. */
  winnerQuoteId: z.string().nullable(),
  /** Whether a caller selected the winner. */
  isSelected: z.boolean().default(false),
  providerId: z.string().nullable(),
  providerIsInternal: z.boolean().nullable(),
  /** When the winner was chosen. */
  decidedAt: z.string().nullable().default(null),
  /** Earlier choices of a provider, each with the quotes from which it was made. */
  formerChoices: z.array(formerChoice).default([]),
  /** Providers that had the batch before and gave it up, in order. */
  formerProviderIds: z.array(z.string()),
  /**
   * `waiting`: no provider was chosen. `assigning`: a provider was chosen, and the packages get their
   * deliveries. `announcing`: all have them, and their events are written. `settled`: nothing is left to do.
   * A package is handed over only when all have their deliveries, so that no provider ever has a part of a
   * batch whose rest was not assigned.
   */
  phase: z.enum(['waiting', 'assigning', 'announcing', 'settled']),
});

/** What the packages of a batch have in common; stored beside the job's root. */
export type Batch = z.infer<typeof batchSchema>;

export const batchEntity = defineEntity<Batch, Pick<Batch, 'organizationId' | 'jobId'>>({
  name: 'batch',
  schema: batchSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** The winning quote of a batch; undefined while there is none. */
export function winnerOf(batch: Batch): Batch['quotes'][number] | undefined {
  return batch.quotes.find(({ id }) => id === batch.winnerQuoteId);
}
