import { type Job, jobEntity, jobPartition, jobRowSchema } from '../../fulfilment/jobs/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Lane } from './lane.ts';
import { type OldAggregate, readWhole } from './old-aggregate.ts';
import { haveEnded, oldRows } from './old-rows.ts';
import { removeAll } from './remove-all.ts';
import { retiresAfterMs } from './retired-part.ts';
import { type RetentionDeps, writeParts } from './write-parts.ts';

/** Aggregates that are read and deleted in parallel. */
const WIDTH = 20;

/** Moves jobs whose last event and windows are long past. Yields their number after each page. */
export async function* retireJobs(
  deps: RetentionDeps,
  { organizationId, shard }: Pick<Lane, 'organizationId' | 'shard'>,
): AsyncGenerator<number, void> {
  const untilMs = deps.clock.now() - retiresAfterMs('job');
  for await (const page of oldRows(deps, { entity: jobEntity, organizationId, shard, untilMs })) {
    const rows = page.map(({ row }) => jobRowSchema.parse(row));
    const old = rows.filter(({ updatedAt, windowEnd }) => haveEnded([updatedAt, windowEnd], untilMs));
    const found = await mapConcurrently(old, WIDTH, ({ id }) => readOld(deps, organizationId, id, untilMs));
    const leaving = found.filter((one) => one !== undefined);
    await writeParts(deps, { organizationId, kind: 'job' }, leaving);
    const gone = await mapConcurrently(leaving, WIDTH, ({ id, root, others }) =>
      removeAll(deps, jobPartition(organizationId, id), { root, others }),
    );
    yield gone.filter((isGone) => isGone).length;
  }
}

/** The whole job, if it is still old. */
async function readOld(
  deps: RetentionDeps,
  organizationId: string,
  id: string,
  untilMs: number,
): Promise<OldAggregate<Job> | undefined> {
  const job = await readWhole(deps, jobEntity, jobPartition(organizationId, id));
  return job && isOld(job.value, untilMs) ? job : undefined;
}

function isOld({ updatedAt, dispatchAt, summary }: Job, untilMs: number): boolean {
  return haveEnded([updatedAt, dispatchAt, summary.windowEnd], untilMs);
}
