import {
  type Configuration,
  changeJob,
  type Delivery,
  type JobAggregate,
  recordTask,
  type Task,
} from '../../lib/fulfilment/jobs/index.ts';
import {
  type Answer,
  type Asker,
  ask,
  type CountingDeps,
  count,
  MEASURES,
  newInsightMemory,
  type Question,
  recordFacts,
} from '../../lib/operations/insight/index.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { organizationEntity } from '../../lib/platform/organization/index.ts';
import { create, type Operation } from '../../lib/platform/table/index.ts';
import { type AnyJobOptions, anyJob } from './builders/any-job.ts';
import { eventOfItem } from './event-of-item.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** The organization whose numbers are asked for. */
export const ORGANIZATION = 'org_a';

/** When it was created, unless a test says otherwise. */
const CREATED_AT = '2026-03-25T00:00:00.000Z';

/** A caller without limits. */
export const EVERYTHING: Asker = {
  organizationId: ORGANIZATION,
  storeLocationIds: null,
  driverGroupIds: null,
};

/** The end of an attempt. */
export interface End {
  readonly status: Delivery['status'];
  readonly at: string;
  /** Whether the package came to an end with it. */
  readonly isLast?: boolean;
}

/** Recording and counting on a table, with the messages between them in the test's hands. */
export interface InsightWorld {
  readonly db: TestTable;
  readonly deps: CountingDeps;
  /** Messages to the worker that counts, with the time at which each is received. */
  readonly messages: { readonly event: EventRecord; readonly atMs: number }[];
  /** A job whose attempt has ended; the events of that. */
  end(options: AnyJobOptions, end: End): Promise<readonly EventRecord[]>;
  /** Has everything counted that is due within the next minute. */
  settle(): Promise<void>;
  /** Has the ended days counted as wholes. */
  close(): Promise<void>;
  ask(
    measure: string,
    question: Pick<Question, 'from' | 'to'> & Partial<Question>,
    asker?: Asker,
  ): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts it, with an organization in a time zone. */
export async function startInsight(
  now: string,
  timeZone = 'UTC',
  createdAt = CREATED_AT,
): Promise<InsightWorld> {
  const db = await startTestTable(now);
  const organization = { id: ORGANIZATION, name: 'A', listShards: 1, createdAt, updatedAt: now };
  const parsed = organizationEntity.definition.schema.parse({
    ...organization,
    preferences: { timeZone, currency: 'GBP' },
  });
  await db.deps.table.write([create(organizationEntity, parsed)]);
  const messages: InsightWorld['messages'] = [];
  const deps = {
    ...db.deps,
    memory: newInsightMemory(),
    later: async (events: readonly EventRecord[], delaySeconds: number) => {
      const atMs = db.deps.clock.now() + 1000 * delaySeconds;
      messages.push(...events.map((event) => ({ event, atMs })));
    },
  };
  const settle = async () => {
    db.deps.clock.advance(60_000);
    while (messages.some(({ atMs }) => atMs <= db.deps.clock.now())) {
      const due = messages.splice(0).filter(({ event, atMs }) => {
        if (atMs <= db.deps.clock.now()) return true;
        messages.push({ event, atMs });
        return false;
      });
      for (const { event } of due) await count(deps, event);
    }
  };
  return {
    db,
    deps,
    messages,
    settle,
    async end(options, end) {
      const made = anyJob({ organizationId: ORGANIZATION, ...options });
      await db.deps.table.write(made.operations);
      const ended = endOf(made.next, end);
      await db.deps.table.write(ended.operations);
      return eventsIn(ended.operations);
    },
    async close() {
      const { findDue } = await import('../../lib/operations/insight/index.ts');
      for await (const due of findDue(deps)) for (const event of due) await count(deps, event);
    },
    async ask(name, { from, to, ...question }, asker = EVERYTHING) {
      const measure = MEASURES.find((one) => one.name === name)!;
      const asked = { measure, from, to, groupBy: [], filters: {}, isCompared: false, ...question };
      const answer = await ask(deps, asker, asked);
      if (isRefusal(answer)) throw new Error(answer.message);
      return answer;
    },
    stop: () => db.stop(),
  };
}

const TASK_ENDS: Readonly<Record<string, Task['status']>> = {
  dropoff_complete: 'completed',
  canceled_by_customer: 'canceled_by_customer',
  canceled_by_provider: 'canceled_by_provider',
  canceled_by_system: 'canceled_by_system',
};

/** The writes by which the only attempt of a job ends. */
function endOf(
  job: JobAggregate,
  { status, at, isLast }: End,
): { readonly operations: readonly Operation[] } {
  const [delivery, task, configuration] = [
    job.deliveries[0]!.value,
    job.tasks[0]!.value,
    job.configurations[0]!.value,
  ];
  const nextDelivery: Delivery = {
    ...delivery,
    status,
    statusHistory: [...delivery.statusHistory, { created_at: at, status }],
    updatedAt: at,
  };
  const nextTask: Task = { ...task, status: TASK_ENDS[status] ?? 'failed', updatedAt: at };
  const ends: Partial<Configuration> = isLast ? { exhaustedAt: at } : {};
  const changed = changeJob(
    job,
    {
      deliveries: [nextDelivery],
      tasks: [nextTask],
      configurations: [{ ...configuration, ...ends }],
    },
    at,
  );
  const name = nextTask.status === 'completed' ? 'completed' : (nextTask.status as 'failed');
  const events = [recordTask(name, nextTask, nextDelivery, configuration.orderId, at)];
  if (isLast) events.push(recordTask('attempts_exhausted', nextTask, nextDelivery, null, at));
  return { operations: [...changed.operations, ...events] };
}

/** The events among writes. */
export function eventsIn(operations: readonly Operation[]): readonly EventRecord[] {
  return operations.flatMap((operation) =>
    operation.kind === 'put' ? (eventOfItem(operation.item) ?? []) : [],
  );
}

/** Records events in this order. */
export async function recordAll(world: InsightWorld, events: readonly EventRecord[]): Promise<void> {
  for (const event of events) await recordFacts(world.deps, event);
}
