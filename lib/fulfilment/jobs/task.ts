import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { storedQuoteSchema } from '../quotes/index.ts';
import { jobPartition } from './job.ts';
import { sortNumber } from './sort-number.ts';
import { TASK_STATUSES } from './task-lifecycle.ts';

/**
 * Progress of handing the task to its provider. Only lib/fulfilment/dispatch reads and writes it. `doubt` is true from
 * before the first call until an answer is recorded that leaves nothing open: while it is true, the provider may have
 * the task without the service knowing it.
 */
const handoverSchema = z.object({
  /**
   * `place`: the provider is asked to accept it. `withdraw`: it is withdrawn before another provider may get
   * it. `release`: the attempt has ended, and whatever the provider still has is withdrawn. `settled`:
   * nothing is left to do.
   */
  phase: z.enum(['place', 'withdraw', 'release', 'settled']),
  /** Fencing token: increased by every worker that takes the task up; the result of an older one is not recorded. */
  token: z.int(),
  /** No other worker takes it up before this time; null = free. */
  leaseUntil: z.string().nullable(),
  /** Calls made so far in this phase. */
  tries: z.int(),
  doubt: z.boolean(),
  /** Why it is withdrawn or released; becomes the failure reason. */
  reason: z.string().nullable(),
  /**
   * Why a provider that did nothing wrong loses the task: a person gave it to another (`reassign`), or no
   * courier was found in time (`timeout`). Null when the provider itself failed.
   */
  cause: z.enum(['reassign', 'timeout']).nullable().default(null),
});

const taskSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `tsk_`, the job's ULID and `c<position>a<attempt>`. */
  id: z.string(),
  configurationId: z.string(),
  deliveryId: z.string(),
  /** Position of the configuration and number of the attempt in it, both from 1. */
  position: z.int().min(1),
  attempt: z.int().min(1),
  /** True for the first attempt of a package of a batch: it is placed and released together with the others. */
  isPlacedTogether: z.boolean().default(false),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(TASK_STATUSES),
  pickupStartTime: z.string().nullable(),
  pickupEndTime: z.string().nullable(),
  dropoffStartTime: z.string().nullable(),
  dropoffEndTime: z.string().nullable(),
  /** Null while no provider was chosen. */
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  providerIsInternal: z.boolean().nullable(),
  tipAmountCents: z.int().nullable(),
  quotes: z.array(storedQuoteSchema),
  failedQuotes: z.array(storedQuoteSchema),
  winnerQuoteId: z.string().nullable(),
  /** Whether a caller selected the winner: the strategy's ranking did not bind them. */
  isSelected: z.boolean().default(false),
  failureReason: z.string().nullable(),
  taskNotes: z.array(
    z.object({
      created_at: z.string(),
      id: z.string(),
      note: z.string(),
      user: z.object({ email: z.string() }).nullable(),
    }),
  ),
  handover: handoverSchema,
});

/** One attempt at carrying a package. */
export type Task = z.infer<typeof taskSchema>;

/** A handover that was not started. */
export const NEW_HANDOVER: Task['handover'] = Object.freeze({
  phase: 'place',
  token: 0,
  leaseUntil: null,
  tries: 0,
  doubt: false,
  reason: null,
  cause: null,
});

export const taskEntity = defineEntity<
  Task,
  Pick<Task, 'organizationId' | 'jobId' | 'id' | 'position' | 'attempt'>
>({
  name: 'task',
  schema: taskSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ position, attempt, id }) => ({
    kind: 'state',
    parts: [sortNumber(position), sortNumber(attempt), id],
  }),
});
