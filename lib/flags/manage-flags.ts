import { toInstant } from '../core/clock.ts';
import type { Refusal } from '../core/refusal.ts';
import { jobPartition } from '../jobs/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { replace, type Table } from '../table/index.ts';
import { type Flag, flagEntity, flagResolved, flagRowSchema } from './flag.ts';
import { flagNotFound } from './refusals.ts';

/** Flags that one list shows at most. */
const MOST = 1_000;

/** Flags of one job that are looked at. */
const MOST_OF_JOB = 100;

/** The organization's open flags, newest first. */
export async function listFlags(
  table: Table,
  organizationId: string,
): Promise<readonly Omit<Flag, 'organizationId'>[]> {
  const rows = await table.list(flagEntity, { organizationId, shards: 1, direction: 'DESC', limit: MOST });
  return rows.map(({ row }) => flagRowSchema.parse(row));
}

/** Resolves a flag. One that is resolved stays as it is. */
export async function resolveFlag(
  organizationId: string,
  key: { readonly jobId: string; readonly id: string },
  resolvedBy: string,
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<Flag | Refusal> {
  for (;;) {
    const stored = await table.get(flagEntity, { organizationId, ...key });
    if (!stored) return flagNotFound(`The job "${key.jobId}" has no flag "${key.id}".`, { ...key });
    if (stored.value.resolvedAt !== null) return stored.value;
    const at = toInstant(clock.now());
    const next: Flag = { ...stored.value, resolvedAt: at, resolvedBy };
    const { jobId, target, targetId } = next;
    const outcome = await table.write([
      replace(flagEntity, stored, next),
      flagResolved.record({
        aggregate: jobPartition(organizationId, jobId),
        cause: next.id,
        occurredAt: at,
        data: { flagId: next.id, jobId, target, targetId },
      }),
    ]);
    if (outcome.ok) return next;
  }
}

/** Resolves the flags of a job that were to last until its delivery moves on. 1 read, and 1 write for each. */
export async function resolveRecovered(
  organizationId: string,
  delivery: {
    readonly jobId: string;
    readonly deliveryId: string;
    readonly taskId: string;
    readonly at: string;
  },
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<void> {
  const { jobId, deliveryId, taskId, at } = delivery;
  const flags = await deps.table.readLog(flagEntity, jobPartition(organizationId, jobId), {
    limit: MOST_OF_JOB,
  });
  for (const { value } of flags) {
    const { isAutoResolved, resolvedAt, targetId, createdAt, id } = value;
    const isMeant = targetId === deliveryId || targetId === taskId;
    if (isAutoResolved && isMeant && resolvedAt === null && createdAt < at) {
      await resolveFlag(organizationId, { jobId, id }, 'delivery', deps);
    }
  }
}
