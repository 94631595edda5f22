import type { Authorize, CallAws, Functions, LocalClock } from '../ports.ts';
import type { Randomness } from './language/environment.ts';

/** What the Step Functions part needs from the rest of the local cloud. */
export interface StepFunctionsParts {
  readonly clock: LocalClock;
  readonly functions: Pick<Functions, 'invoke'>;
  readonly callAws: CallAws;
  readonly authorize: Authorize;
  /** Where executions are stored; undefined = in memory. */
  readonly dataDirectory: string | undefined;
  /** One line for the operator. */
  readonly log: (line: string) => void;
  /** The system's when absent. */
  readonly random?: Randomness;
  /** Maximum number of parallel task calls. AWS allows 1,000 concurrent Lambda runs; a laptop allows fewer. */
  readonly maxCalls?: number;
}
