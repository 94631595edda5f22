/** An error of the Amazon States Language: a name to match in Retry and Catch, and a cause text. */
export class StatesError extends Error {
  /** `States.Timeout`, `Lambda.Unknown`, a class name of a function's error, ... */
  readonly error: string;
  readonly causeText: string;

  constructor(error: string, causeText: string) {
    super(`${error}: ${causeText}`);
    this.error = error;
    this.causeText = causeText;
  }
}

/** Errors that end the execution whatever Retry and Catch say (Step Functions guide, "Error names"). */
const TERMINAL = new Set(['States.Runtime', 'States.DataLimitExceeded']);

/** Whether an `ErrorEquals` list matches: exact names, and the wildcards States.ALL and States.TaskFailed. */
export function matchesError(errorEquals: readonly string[], error: string): boolean {
  if (TERMINAL.has(error)) return errorEquals.includes(error) && error !== 'States.Runtime';
  return errorEquals.some(
    (name) =>
      name === error ||
      (name === 'States.Timeout' && error === 'States.HeartbeatTimeout') ||
      name === 'States.ALL' ||
      (name === 'States.TaskFailed' && error !== 'States.Timeout' && error !== 'States.HeartbeatTimeout'),
  );
}

/** A definition that this interpreter does not run. Stops the start; names the state machine and the state. */
export class DefinitionError extends Error {}
