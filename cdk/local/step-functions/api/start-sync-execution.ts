import { AwsError } from '../../aws-json.ts';
import { findExecution, findMachine, type Operation, toSeconds } from './operation.ts';
import { optionalText, requiredText } from './request.ts';
import { refuseInput, refuseName } from './start-execution.ts';
import { beginExpress } from './start-express.ts';

/** How often to check whether the execution has ended (ms). */
const LOOK_MS = 5;

/** StartSyncExecution: starts an execution of an express machine and answers with its result. */
export const startSyncExecution = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:StartSyncExecution', resource: requiredText(body, 'stateMachineArn') },
  ],
  async handle(parts, body) {
    const machine = findMachine(parts, requiredText(body, 'stateMachineArn'));
    if (machine.type !== 'EXPRESS') {
      throw new AwsError('StateMachineTypeNotSupported', 'This operation is not supported by this type');
    }
    const name = optionalText(body, 'name') ?? parts.random.uuid();
    refuseName(name);
    const input = optionalText(body, 'input') ?? '{}';
    refuseInput(input);
    const { arn } = beginExpress(parts, machine, { name, input });
    let execution = findExecution(parts, arn);
    while (execution.status === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      execution = findExecution(parts, arn);
    }
    const { output, error, cause, startMs, stopMs } = execution;
    return {
      executionArn: arn,
      stateMachineArn: machine.arn,
      name,
      status: execution.status,
      startDate: toSeconds(startMs),
      stopDate: toSeconds(stopMs ?? startMs),
      input,
      inputDetails: { included: true },
      ...(output === null ? {} : { output, outputDetails: { included: true } }),
      ...(error === null ? {} : { error }),
      ...(cause === null ? {} : { cause }),
    };
  },
});
