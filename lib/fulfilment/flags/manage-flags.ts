import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Asked, type Filters, type Only, passes } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { jobPartition, type SubjectReader, seenSubjects } from '../jobs/index.ts';
import { type Flag, type FlagRow, flagRowSchema, flagStore, resolvedOn } from './flag.ts';
import { type FlagStatus, flagAttention } from './flag-lifecycle.ts';
import { flagNotFound } from './refusals.ts';

/** Maximum number of open flags that one list reads. */
const MOST = 2_000;

/** Maximum number of flags of one job that are read. */
const MAX_OF_JOB = 100;

/** Maximum number of days of resolved flags that one list reads. */
const MAX_DAYS = 31;

const DAY_MS = 86_400_000;

/** What each filter of a list of flags asks of a flag. */
const flagFilters = {
  createdFrom: (row, from: string) => row.createdAt >= from,
  target: (row, target: Flag['target']) => row.target === target,
  jobId: (row, id: string) => row.jobId === id,
  orderId: (row, id: string) => row.orderId === id,
  targetId: (row, id: string) => row.targetId === id,
  raisedBy: (row, origin: string) => row.raisedBy === origin,
  /** Text in the message. */
  search: (row, part: string) => (row.message ?? '').toLowerCase().includes(part.toLowerCase()),
} satisfies Filters<FlagRow>;

/** What is asked of a list of flags; all of it must hold. */
export interface FlagFilters extends Asked<typeof flagFilters> {
  /** Statuses; without them the open flags. */
  readonly statuses?: readonly FlagStatus[] | undefined;
  /** Range in which flags were resolved; default the last seven days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Flags that the caller may see, newest first. Open ones are 1 call; resolved ones 1 a day. */
export async function listFlags<Given extends FlagFilters = FlagFilters>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: SubjectReader,
  asked?: Only<Given, FlagFilters>,
): Promise<readonly FlagRow[]> {
  const filters: FlagFilters = asked ?? {};
  const { organizationId } = actor;
  const statuses = filters.statuses?.length
    ? filters.statuses
    : (['NEEDS_ATTENTION', 'ACKNOWLEDGED'] as const);
  const isOpenWanted = statuses.some((status) => status !== 'RESOLVED');
  const since = filters.createdFrom === undefined ? {} : { from: filters.createdFrom };
  const options = { organizationId, shards: 1, direction: 'DESC', limit: MOST, ...since } as const;
  const open = isOpenWanted ? await deps.table.list(flagStore.entity, options) : [];
  const resolved = statuses.includes('RESOLVED') ? await resolvedFlags(deps, actor, filters) : [];
  const found = [...open.map(({ row }) => flagRowSchema.parse(row)), ...resolved].filter(
    (row) => statuses.includes(row.status) && passes(flagFilters, row, filters),
  );
  const seen = await seenSubjects(deps.table, actor, found);
  return seen.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

async function resolvedFlags(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId }: SubjectReader,
  { from, to }: FlagFilters,
): Promise<readonly FlagRow[]> {
  const last = to === undefined ? clock.now() : Math.min(Date.parse(to), clock.now());
  const first = Math.max(
    from === undefined ? last - 6 * DAY_MS : Date.parse(from),
    last - (MAX_DAYS - 1) * DAY_MS,
  );
  const days = new Set<string>();
  for (let at = first; at <= last; at += DAY_MS) days.add(resolvedOn(toInstant(at)));
  days.add(resolvedOn(toInstant(last)));
  const found = await Promise.all(
    [...days].map((day) => table.lookup(flagStore.entity, organizationId, day)),
  );
  return found
    .flat()
    .filter(
      ({ value: { resolvedAt } }) =>
        resolvedAt !== null && Date.parse(resolvedAt) >= first && Date.parse(resolvedAt) <= last,
    )
    .map(({ value }) => flagRowSchema.parse(value));
}

/** A flag that the caller may see. 1 call, and 1 or 2 for a caller that is limited to driver groups. */
export async function readFlag(
  { table }: Pick<CoreDeps, 'table'>,
  actor: SubjectReader,
  id: string,
): Promise<Stored<Flag> | Refusal> {
  const stored = await table.get(flagStore.entity, { organizationId: actor.organizationId, id });
  const seen = await seenSubjects(table, actor, stored ? [stored.value] : []);
  return stored && seen.length > 0 ? stored : flagNotFound(`There is no flag "${id}".`, { id });
}

/**
 * Acknowledges or resolves a flag, or opens an acknowledged one again. A resolved flag stays resolved, and
 * the same status again changes nothing.
 */
export async function changeFlag(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: SubjectReader,
  id: string,
  { status, by }: { readonly status: FlagStatus; readonly by: string },
): Promise<Flag | Refusal> {
  const changed = await flagStore.change(
    deps,
    { what: 'flag', id },
    async () => {
      const stored = await readFlag(deps, actor, id);
      return isRefusal(stored) ? stored : { stored, facts: undefined };
    },
    (flag, at) => flagAttention.turned(flag, status, by, at),
  );
  return isRefusal(changed) ? changed : changed.value;
}

/**
 * Resolves the flags of a job that last until its delivery recovers: with this status, with any status, or
 * with its health. 1 read, and 1 read and 1 write for each.
 */
export async function resolveRecovered(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  delivery: {
    readonly jobId: string;
    readonly deliveryId: string;
    readonly taskId: string;
    /** New state of the delivery: a status, or `healthy`. */
    readonly status: string;
    readonly at: string;
  },
): Promise<void> {
  const { jobId, deliveryId, taskId, status, at } = delivery;
  const flags = await deps.table.readLog(flagStore.entity, jobPartition(organizationId, jobId), {
    limit: MAX_OF_JOB,
  });
  const system: SubjectReader = { organizationId, storeLocationIds: null };
  for (const { value } of flags) {
    const { isAutoResolved, resolvedAt, targetId, createdAt, id, recoversWith } = value;
    const isMeant = targetId === deliveryId || targetId === taskId;
    const hasRecovered = recoversWith === null ? status !== 'healthy' : recoversWith.includes(status);
    if (isAutoResolved && isMeant && hasRecovered && resolvedAt === null && createdAt < at) {
      await changeFlag(deps, system, id, { status: 'RESOLVED', by: 'delivery' });
    }
  }
}
