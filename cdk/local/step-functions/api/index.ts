import { AwsError, answerJson, jsonBody, jsonError } from '../../aws-json.ts';
import type { AwsCall, AwsService } from '../../ports.ts';
import { describeExecution, getExecutionHistory, listExecutions, stopExecution } from './executions.ts';
import type { ApiParts, Operation } from './operation.ts';
import { startExecution } from './start-execution.ts';
import { startSyncExecution } from './start-sync-execution.ts';
import {
  describeStateMachine,
  describeStateMachineForExecution,
  listStateMachines,
} from './state-machines.ts';
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from './task-tokens.ts';

const OPERATIONS: Readonly<Record<string, Operation>> = {
  StartExecution: startExecution,
  StartSyncExecution: startSyncExecution,
  DescribeExecution: describeExecution,
  StopExecution: stopExecution,
  ListExecutions: listExecutions,
  GetExecutionHistory: getExecutionHistory,
  DescribeStateMachine: describeStateMachine,
  DescribeStateMachineForExecution: describeStateMachineForExecution,
  ListStateMachines: listStateMachines,
  SendTaskSuccess: sendTaskSuccess,
  SendTaskFailure: sendTaskFailure,
  SendTaskHeartbeat: sendTaskHeartbeat,
};

/** The Step Functions API, JSON 1.0 protocol, over the engine. */
export function createApi(parts: ApiParts, lifecycle: Pick<AwsService, 'idle' | 'stop'>): AwsService {
  return Object.freeze<AwsService>({
    name: 'states',
    needs(call) {
      try {
        return OPERATIONS[call.action]?.needs(parts, jsonBody(call)) ?? [];
      } catch (error) {
        // `handle` meets the same problem and reports it.
        if (error instanceof AwsError) return [];
        throw error;
      }
    },
    handle: (call) => answerJson(() => find(call).handle(parts, jsonBody(call))),
    denied: (message) => jsonError(new AwsError('AccessDeniedException', message)),
    ...lifecycle,
  });
}

function find(call: AwsCall): Operation {
  const operation = OPERATIONS[call.action];
  if (operation !== undefined) return operation;
  throw new AwsError('UnknownOperationException', `${call.action} is not supported here`);
}
