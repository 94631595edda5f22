import { toInstant } from '../../platform/core/clock.ts';
import { type Contest, commit } from '../../platform/core/commit.ts';
import { aggregateIdOf, type IdPrefix } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { EventKind } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  defineEntity,
  type Entity,
  type Operation,
  type Partition,
  type Stored,
  save,
} from '../../platform/table/index.ts';
import { jobPartition } from '../jobs/index.ts';

/** Key of something to look at: its id follows from its cause, so that the same cause raises it once. */
export type AttentionKey = { readonly organizationId: string; readonly id: string };

/** The partition of the job that contains what ids with this prefix are about. */
export function withJob(prefix: IdPrefix): (key: AttentionKey) => Partition {
  return ({ organizationId, id }) => jobPartition(organizationId, aggregateIdOf('job', prefix, id) ?? id);
}

type StoredAttention = AttentionKey & { readonly updatedAt: string };

/** An event of a version of a record. */
interface Occurrence<Data> {
  readonly kind: EventKind<Data>;
  /** What it is about; absent = the record. */
  readonly id?: string;
  readonly data: Data;
}

/**
 * Defines where the records of a kind of attention are stored, and the events of their changes. `Facts` is what the
 * events show besides the record.
 */
export function defineAttentionStore<Value extends StoredAttention, Data, Facts = undefined>({
  events,
  timeline,
  ...definition
}: Omit<Entity<Value, AttentionKey>['definition'], 'sort'> & {
  /** Default: in the log of the partition, so that it is not read with the job. */
  readonly sort?: Entity<Value, AttentionKey>['definition']['sort'];
  /** The aggregate in whose timeline its events stand; default: that of its partition. */
  readonly timeline?: (key: AttentionKey) => Partition;
  /** The events of a new record or of the next version of one. */
  readonly events: (
    next: Stored<Value>,
    before: Value | undefined,
    facts: Facts,
  ) => readonly Occurrence<Data>[];
}) {
  const entity = defineEntity<Value, AttentionKey>({
    sort: ({ id }) => ({ kind: 'log', parts: [id] }),
    ...definition,
  });
  /** The writes of the next version of a record, with its events. It is new without `stored`, or when that has version 0. */
  const plan = (stored: Stored<Value> | undefined, value: Value, facts: Facts): readonly Operation[] => {
    const before = stored?.version === 0 ? undefined : stored;
    const version = (before?.version ?? 0) + 1;
    const recorded = events({ value, version }, before?.value, facts).map(({ kind, id = value.id, data }) =>
      kind.record({
        aggregate: (timeline ?? definition.partition)(value),
        cause: `${id}#${version}`,
        occurredAt: value.updatedAt,
        data,
      }),
    );
    return [save(entity, before, value), ...recorded];
  };
  /**
   * One conditional transition: reads, decides and writes the record with its events, again when others were faster.
   * Nothing is written when `step` returns the same value.
   */
  const change = (
    { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
    contest: Contest,
    read: () => Promise<{ readonly stored: Stored<Value>; readonly facts: Facts } | Refusal>,
    step: (value: Value, at: string) => Value | Refusal,
  ): Promise<Stored<Value> | Refusal> =>
    commit({ clock }, contest, async () => {
      const found = await read();
      if (isRefusal(found)) return found;
      const { stored, facts } = found;
      const value = step(stored.value, toInstant(clock.now()));
      if (isRefusal(value)) return value;
      if (value === stored.value) return stored;
      const outcome = await table.write(plan(stored, value, facts));
      return outcome.ok ? { value, version: stored.version + 1 } : undefined;
    });
  return Object.freeze({ entity, plan, change });
}
