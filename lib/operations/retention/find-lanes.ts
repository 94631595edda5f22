import { jobEntity } from '../../fulfilment/jobs/index.ts';
import { orderEntity } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { allOrganizations } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Entity } from '../../platform/table/index.ts';
import { MESSAGE_SHARDS, webhookMessageEntity } from '../../reactions/webhooks/index.ts';
import type { Lane } from './lane.ts';
import { messageProgressEntity } from './retire-messages.ts';
import { RETIRED_KINDS, type RetiredKind, retiresAfterMs } from './retired-part.ts';

/** Organizations whose lanes are looked at in parallel. */
const WIDTH = 20;

/** The list that shows the records of a kind. */
const LISTS: Readonly<Record<RetiredKind, Entity<never, never>>> = {
  order: orderEntity as unknown as Entity<never, never>,
  job: jobEntity as unknown as Entity<never, never>,
  message: webhookMessageEntity as unknown as Entity<never, never>,
};

/** A lane with something in it. */
export interface DueLane {
  readonly lane: Lane;
  /** How long its oldest record has been due, in milliseconds. */
  readonly behindMs: number;
}

/** The lanes in which records are past their retention, an organization's at a time. */
export async function* findLanes(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): AsyncGenerator<readonly DueLane[], void> {
  for await (const page of allOrganizations(deps)) {
    const lanes = await mapConcurrently(page, WIDTH, ({ row }) =>
      lanesOf(deps, { organizationId: String(row.id), listShards: Number(row.listShards) }),
    );
    yield lanes.flat();
  }
}

async function lanesOf(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, listShards }: { readonly organizationId: string; readonly listShards: number },
): Promise<readonly DueLane[]> {
  const lanes = RETIRED_KINDS.flatMap((kind) =>
    Array.from({ length: kind === 'message' ? MESSAGE_SHARDS : listShards }, (_, shard) => ({
      organizationId,
      kind,
      shard,
    })),
  );
  const found = await Promise.all(lanes.map((lane) => dueIn(deps, lane)));
  return found.filter((lane) => lane !== undefined);
}

async function dueIn(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  lane: Lane,
): Promise<DueLane | undefined> {
  const { organizationId, kind, shard } = lane;
  const progress =
    kind === 'message' ? await table.get(messageProgressEntity, { organizationId, shard }) : undefined;
  const untilMs = clock.now() - retiresAfterMs(kind);
  const [oldest] = await table.list(LISTS[kind], {
    organizationId,
    shards: 1,
    shard,
    direction: 'ASC',
    to: toInstant(untilMs),
    limit: 1,
    ...(progress ? { after: progress.value } : {}),
  });
  return oldest && { lane, behindMs: untilMs - Date.parse(oldest.at) };
}
