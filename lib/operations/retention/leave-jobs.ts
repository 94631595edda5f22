import { type Job, jobEntity, jobPartition, jobRowSchema } from '../../fulfilment/jobs/index.ts';
import { sideBySide } from '../../platform/core/side-by-side.ts';
import { LEAVES_AFTER_MS } from './left-slice.ts';
import { type OldAggregate, readWhole } from './old-aggregate.ts';
import { areOver, oldRows } from './old-rows.ts';
import { putAside, type RetentionDeps } from './put-aside.ts';
import { removeAll } from './remove-all.ts';

/** Aggregates that are read, and deleted, at the same time. */
const WIDTH = 20;

/** Moves jobs whose last event and whose windows are long past; yields their number after each page. */
export async function* leaveJobs(
  deps: RetentionDeps,
  owner: { readonly organizationId: string; readonly listShards: number },
): AsyncGenerator<number, void> {
  const { organizationId, listShards: shards } = owner;
  const untilMs = deps.clock.now() - LEAVES_AFTER_MS.job;
  for await (const page of oldRows(deps, { entity: jobEntity, organizationId, shards, untilMs })) {
    const rows = page.map(({ row }) => jobRowSchema.parse(row));
    const old = rows.filter(({ updatedAt, windowEnd }) => areOver([updatedAt, windowEnd], untilMs));
    const found = await sideBySide(old, WIDTH, ({ id }) => readOld(deps, organizationId, id, untilMs));
    const leaving = found.filter((one) => one !== undefined);
    await putAside(deps, { organizationId, kind: 'job' }, leaving);
    const gone = await sideBySide(leaving, WIDTH, ({ id, root, others }) =>
      removeAll(deps, jobPartition(organizationId, id), { root, others }),
    );
    yield gone.filter((isGone) => isGone).length;
  }
}

/** All of a job, when it is old still. */
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
  return areOver([updatedAt, dispatchAt, summary.windowEnd], untilMs);
}
