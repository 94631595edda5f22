import type { OrderDeps } from '../../../ordering/orders/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { JobActor } from '../find-job.ts';
import type { JobInput } from './job-fields.ts';

/** Changes of a waiting job; fields that are left out stay. */
export type JobChange = Partial<JobInput>;

/** What creating jobs needs: addresses are geocoded and completed like those of orders. */
export type JobDeps = DispatchDeps & OrderDeps;

/** Who creates jobs. */
export interface JobCreator extends JobActor {
  readonly listShards: number;
}
