import { AwsError } from '../../aws-json.ts';
import { MAX_DATA_BYTES } from '../limit-data.ts';
import { executionArn } from '../state-machine.ts';
import { NAME_RETENTION_MS } from '../store.ts';
import { findMachine, type Operation, toSeconds } from './operation.ts';
import { optionalText, requiredText } from './request.ts';
import { beginExpress } from './start-express.ts';

/** StartExecution, idempotent by name: the same name and input as a running execution means the same execution. */
export const startExecution = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:StartExecution', resource: requiredText(body, 'stateMachineArn') },
  ],
  handle(parts, body) {
    const machine = findMachine(parts, requiredText(body, 'stateMachineArn'));
    const name = optionalText(body, 'name') ?? parts.random.uuid();
    refuseName(name);
    const input = optionalText(body, 'input') ?? '{}';
    refuseInput(input);
    if (machine.type === 'EXPRESS') {
      const { arn, startMs } = beginExpress(parts, machine, { name, input });
      return { executionArn: arn, startDate: toSeconds(startMs) };
    }
    const arn = executionArn(machine.name, name);
    const known = parts.store.executionByArn(arn);
    if (known !== undefined) {
      if (known.status === 'RUNNING' && known.input === input) {
        return { executionArn: arn, startDate: toSeconds(known.startMs) };
      }
      const freedMs = (known.stopMs ?? Number.POSITIVE_INFINITY) + NAME_RETENTION_MS;
      if (freedMs > parts.clock.now()) {
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
      }
      parts.store.transaction(() => parts.store.deleteExecution(known.id));
    }
    const execution = parts.engine.begin({
      arn,
      name,
      input,
      machineArn: machine.arn,
      definition: machine.definition,
    });
    return { executionArn: arn, startDate: toSeconds(execution.startMs) };
  },
});

/** Whitespace, brackets, wildcards, special and control characters are refused, as the API reference lists. */
const REFUSED_IN_NAME = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]/u;

/** Throws AwsError for a name that an execution cannot have. */
export function refuseName(name: string): void {
  if (name.length === 0 || name.length > 80 || REFUSED_IN_NAME.test(name)) {
    throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
  }
}

/** Throws AwsError for input that is not JSON or too large. */
export function refuseInput(input: string): void {
  if (Buffer.byteLength(input) > MAX_DATA_BYTES) {
    throw new AwsError('ValidationException', `Value at 'input' is longer than ${MAX_DATA_BYTES} bytes`);
  }
  try {
    JSON.parse(input);
  } catch {
    throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input: it is not JSON');
  }
}
