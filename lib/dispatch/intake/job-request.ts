import type { OrderDeps } from '../../orders/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { JobActor } from '../find-job.ts';
import type { JobPackageInput } from './job-input.ts';

/** A job as it is asked for. */
export interface JobInput extends JobPackageInput {
  readonly externalIdentifier?: string | undefined;
  readonly optionsGroupId?: string | undefined;
  readonly jobMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Only quotes are wanted; the job waits for one to be selected. */
  readonly quoteRequestOnly?: boolean | undefined;
  /** Dispatch at once by the strategy, whatever it says of itself. */
  readonly autodispatch?: boolean | undefined;
}

/** What creating jobs needs: addresses are looked up and completed as those of orders. */
export type JobDeps = DispatchDeps & OrderDeps;

/** Who creates jobs. */
export interface JobCreator extends JobActor {
  readonly listShards: number;
}
