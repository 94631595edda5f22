import { StatesError } from './language/states-error.ts';

/** Input and output of states, parameters and results of tasks (Step Functions quotas): 256 KiB as UTF-8. */
export const MAX_DATA_BYTES = 262_144;

/** Returns the JSON text, or throws StatesError `States.DataLimitExceeded`. `what` names it in the cause. */
export function limitData(json: string, what: string): string {
  // A UTF-8 text has at most three bytes per UTF-16 unit, so most need no counting.
  if (json.length * 3 <= MAX_DATA_BYTES || Buffer.byteLength(json) <= MAX_DATA_BYTES) return json;
  throw new StatesError(
    'States.DataLimitExceeded',
    `The state's ${what} is larger than ${MAX_DATA_BYTES} bytes`,
  );
}
