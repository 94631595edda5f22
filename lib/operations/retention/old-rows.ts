import { toInstant } from '../../platform/core/clock.ts';
import type { Entity, ListPlace, ListRow, Shape } from '../../platform/table/index.ts';
import type { RetentionDeps } from './write-parts.ts';

/** Rows that are read at a time. */
const PAGE = 200;

/** Rows of a list up to an instant, oldest first, page by page. */
export async function* oldRows<Value extends Shape, KeyFields extends Shape>(
  { table }: Pick<RetentionDeps, 'table'>,
  list: {
    readonly entity: Entity<Value, KeyFields>;
    readonly organizationId: string;
    readonly shard: number;
    readonly untilMs: number;
    readonly after?: ListPlace | undefined;
  },
): AsyncGenerator<readonly ListRow[], void> {
  const { entity, organizationId, shard, untilMs } = list;
  const range = {
    organizationId,
    shards: 1,
    shard,
    direction: 'ASC',
    to: toInstant(untilMs),
    limit: PAGE,
  } as const;
  let { after } = list;
  for (;;) {
    const page = await table.list(entity, { ...range, ...(after ? { after } : {}) });
    if (page.length > 0) yield page;
    after = page.at(-1);
    if (page.length < PAGE || !after) return;
  }
}

/** Whether all of these instants have passed; those that are not set are ignored. */
export function haveEnded(instants: readonly (string | null | undefined)[], limitMs: number): boolean {
  return instants.every((instant) => !instant || Date.parse(instant) <= limitMs);
}
