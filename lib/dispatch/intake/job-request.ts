import type { OrderDeps } from '../../orders/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { JobActor } from '../find-job.ts';
import type { JobPackageInput } from './job-package-input.ts';

/** A requested job. */
export interface JobInput extends JobPackageInput {
  readonly externalIdentifier?: string | undefined;
  readonly optionsGroupId?: string | undefined;
  readonly jobMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Only quotes are wanted; the job waits until one is selected. */
  readonly quoteRequestOnly?: boolean | undefined;
  /** Dispatch at once by the strategy, regardless of its own setting. */
  readonly autodispatch?: boolean | undefined;
}

/** Changes of a waiting job; fields that are left out stay. */
export type JobChange = Partial<JobInput>;

/** What creating jobs needs: addresses are geocoded and completed like those of orders. */
export type JobDeps = DispatchDeps & OrderDeps;

/** Who creates jobs. */
export interface JobCreator extends JobActor {
  readonly listShards: number;
}
