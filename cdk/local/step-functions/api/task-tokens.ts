import { AwsError } from '../../aws-json.ts';
import { parseJson } from '../language/json.ts';
import { StatesError } from '../language/states-error.ts';
import type { ApiParts, Operation } from './operation.ts';
import { type Body, optionalText, requiredText } from './request.ts';

/** SendTaskSuccess. */
export const sendTaskSuccess = Object.freeze<Operation>({
  needs: (parts, body) => needs(parts, 'SendTaskSuccess', body),
  handle(parts, body) {
    const output = requiredText(body, 'output');
    try {
      parseJson(output);
    } catch {
      throw new AwsError('InvalidOutput', 'Invalid Output: it is not JSON');
    }
    return answered(
      parts.engine.answer(requiredText(body, 'taskToken'), { ok: true, result: parseJson(output) }),
    );
  },
});

/** SendTaskFailure. */
export const sendTaskFailure = Object.freeze<Operation>({
  needs: (parts, body) => needs(parts, 'SendTaskFailure', body),
  handle(parts, body) {
    const error = new StatesError(optionalText(body, 'error') ?? '', optionalText(body, 'cause') ?? '');
    return answered(parts.engine.answer(requiredText(body, 'taskToken'), { ok: false, error }));
  },
});

/** SendTaskHeartbeat. */
export const sendTaskHeartbeat = Object.freeze<Operation>({
  needs: (parts, body) => needs(parts, 'SendTaskHeartbeat', body),
  handle: (parts, body) => answered(parts.engine.heartbeat(requiredText(body, 'taskToken'))),
});

/** Granted on the waiting state machine; a token without one needs the permission on all machines. */
function needs({ store }: ApiParts, action: string, body: Body) {
  const frame = store.frameByToken(requiredText(body, 'taskToken'));
  const execution = frame === undefined ? undefined : store.execution(frame.execution);
  return execution === undefined ? [] : [{ action: `states:${action}`, resource: execution.machineArn }];
}

function answered(found: boolean): object {
  if (found) return {};
  throw new AwsError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
}
