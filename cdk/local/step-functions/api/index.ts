import type { AwsCall, AwsReply, AwsService } from '../../ports.ts';
import { ApiError } from './api-error.ts';
import { describeExecution, getExecutionHistory, listExecutions, stopExecution } from './executions.ts';
import type { ApiParts, Operation } from './operation.ts';
import { parseBody } from './request.ts';
import { startExecution } from './start-execution.ts';
import {
  describeStateMachine,
  describeStateMachineForExecution,
  listStateMachines,
} from './state-machines.ts';
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from './task-tokens.ts';

const OPERATIONS: Readonly<Record<string, Operation>> = {
  StartExecution: startExecution,
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
        return OPERATIONS[call.action]?.needs(parseBody(call.body), parts) ?? [];
      } catch (error) {
        // `handle` meets the same and words it.
        if (error instanceof ApiError) return [];
        throw error;
      }
    },
    async handle(call) {
      try {
        return reply(200, find(call).handle(parseBody(call.body), parts));
      } catch (error) {
        if (error instanceof ApiError) return failed(error);
        throw error;
      }
    },
    denied: (message) => failed(new ApiError('AccessDeniedException', message)),
    ...lifecycle,
  });
}

function find(call: AwsCall): Operation {
  const operation = OPERATIONS[call.action];
  if (operation !== undefined) return operation;
  if (call.action === 'StartSyncExecution') {
    throw new ApiError(
      'StateMachineTypeNotSupported',
      'Only standard state machines run here, none is EXPRESS',
    );
  }
  throw new ApiError('UnknownOperationException', `${call.action} is not supported here`);
}

function failed(error: ApiError): AwsReply {
  return reply(400, { __type: error.code, message: error.message });
}

function reply(status: number, body: object): AwsReply {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(body) };
}
