import { sideBySide } from '../core/side-by-side.ts';
import { type Job, jobEntity, jobPartition, jobRowSchema } from '../jobs/index.ts';
import { LEAVES_AFTER_MS } from './left-slice.ts';
import { type OldAggregate, readWhole } from './old-aggregate.ts';
import { areOver, oldRows } from './old-rows.ts';
import { putAside, type RetentionDeps } from './put-aside.ts';
import { removeAll } from './remove-all.ts';

/** Aggregates that are read, and deleted, at the same time. */
const WIDTH = 20;

/** Moves jobs that nothing happened to, and whose windows ended, long ago; yields how many after each page. */
export async function* leaveJobs(
  owner: { readonly organizationId: string; readonly listShards: number },
  deps: RetentionDeps,
): AsyncGenerator<number, void> {
  const { organizationId, listShards: shards } = owner;
  const untilMs = deps.clock.now() - LEAVES_AFTER_MS.job;
  for await (const page of oldRows({ entity: jobEntity, organizationId, shards, untilMs }, deps)) {
    const rows = page.map(({ row }) => jobRowSchema.parse(row));
    const old = rows.filter(({ updatedAt, windowEnd }) => areOver([updatedAt, windowEnd], untilMs));
    const found = await sideBySide(old, WIDTH, ({ id }) => readOld(organizationId, id, untilMs, deps));
    const leaving = found.filter((one) => one !== undefined);
    await putAside({ organizationId, kind: 'job' }, leaving, deps);
    const gone = await sideBySide(leaving, WIDTH, ({ id, root, others }) =>
      removeAll(jobPartition(organizationId, id), { root, others }, deps),
    );
    yield gone.filter((isGone) => isGone).length;
  }
}

/** All of a job, when it is old still. */
async function readOld(
  organizationId: string,
  id: string,
  untilMs: number,
  deps: RetentionDeps,
): Promise<OldAggregate<Job> | undefined> {
  const job = await readWhole(jobEntity, jobPartition(organizationId, id), deps);
  return job && isOld(job.value, untilMs) ? job : undefined;
}

function isOld({ updatedAt, dispatchAt, summary }: Job, untilMs: number): boolean {
  return areOver([updatedAt, dispatchAt, summary.windowEnd], untilMs);
}
