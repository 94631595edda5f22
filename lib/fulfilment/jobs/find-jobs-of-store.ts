import { LISTING_LIMITS, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { jobEntity } from './job.ts';
import { jobRowSchema } from './list-jobs.ts';
import { touchesStores } from './may-see-job.ts';

/** Maximum number of jobs that are returned. */
const ENOUGH = 20;

/** Some of the active jobs that touch a store, newest first. Reads the list of jobs. */
export async function findJobsOfStore(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  owner: { readonly organizationId: string; readonly listShards: number },
  storeLocationId: string,
): Promise<readonly { readonly type: 'job'; readonly id: string }[]> {
  const { rows } = await scanList(
    deps,
    {
      entity: jobEntity,
      organizationId: owner.organizationId,
      shards: owner.listShards,
      startDate: '1970-01-01T00:00:00.000Z',
      read(row) {
        const job = jobRowSchema.parse(row);
        return job.isActive && touchesStores(job, [storeLocationId]) ? job : undefined;
      },
    },
    { ...LISTING_LIMITS, matches: ENOUGH },
  );
  return rows.map(({ id }) => ({ type: 'job' as const, id }));
}
