import { retryCounts } from './frame-changes.ts';
import type { Environment, Randomness } from './language/environment.ts';
import { type JsonObject, parseJson } from './language/json.ts';
import type { ExecutionRow, Frame } from './store.ts';

/** The context in which the expressions of a frame's state are evaluated: its raw input and the context object. */
export function frameEnvironment(execution: ExecutionRow, frame: Frame, random: Randomness): Environment {
  let context: JsonObject | undefined;
  // The frame moves on while the environment is in use, so its data is copied now.
  const { state, enteredMs, token, item, input } = frame;
  const retryCount = retryCounts(frame).reduce((sum, count) => sum + count, 0);
  return {
    input: parseJson(input),
    random,
    get context() {
      context ??= {
        Execution: {
          Id: execution.arn,
          Input: parseJson(execution.input),
          Name: execution.name,
          RoleArn: execution.roleArn,
          StartTime: new Date(execution.startMs).toISOString(),
          RedriveCount: 0,
        },
        StateMachine: { Id: execution.machineArn, Name: execution.machineName },
        State: { Name: state, EnteredTime: new Date(enteredMs).toISOString(), RetryCount: retryCount },
        ...(token === null ? {} : { Task: { Token: token } }),
        ...(item === null ? {} : { Map: { Item: parseJson(item) } }),
      };
      return context;
    },
  };
}
