import { AwsError } from '../../aws-json.ts';
import { findExecution, findMachine, type Operation, toSeconds } from './operation.ts';
import { optionalText, pageSize, pageStart, pageToken, requiredText } from './request.ts';

const STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];

/** DescribeExecution. */
export const describeExecution = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:DescribeExecution', resource: requiredText(body, 'executionArn') },
  ],
  handle(parts, body) {
    const execution = findExecution(parts, requiredText(body, 'executionArn'));
    const { output, error, cause, stopMs } = execution;
    return {
      executionArn: execution.arn,
      stateMachineArn: execution.machineArn,
      name: execution.name,
      status: execution.status,
      startDate: toSeconds(execution.startMs),
      ...(stopMs === null ? {} : { stopDate: toSeconds(stopMs) }),
      input: execution.input,
      inputDetails: { included: true },
      ...(output === null ? {} : { output, outputDetails: { included: true } }),
      ...(error === null ? {} : { error }),
      ...(cause === null ? {} : { cause }),
      redriveCount: 0,
      redriveStatus: 'NOT_REDRIVABLE',
    };
  },
});

/** StopExecution. One that has ended stays as it is. */
export const stopExecution = Object.freeze<Operation>({
  needs: (_parts, body) => [{ action: 'states:StopExecution', resource: requiredText(body, 'executionArn') }],
  handle(parts, body) {
    const { id, arn } = findExecution(parts, requiredText(body, 'executionArn'));
    parts.engine.abort(id, optionalText(body, 'error') ?? null, optionalText(body, 'cause') ?? null);
    return { stopDate: toSeconds(findExecution(parts, arn).stopMs ?? parts.clock.now()) };
  },
});

/** ListExecutions of a state machine, newest first. */
export const listExecutions = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:ListExecutions', resource: requiredText(body, 'stateMachineArn') },
  ],
  handle(parts, body) {
    const machine = findMachine(parts, requiredText(body, 'stateMachineArn'));
    const status = optionalText(body, 'statusFilter');
    if (status !== undefined && !STATUSES.includes(status)) {
      throw new AwsError('ValidationException', `statusFilter must be one of ${STATUSES.join(', ')}`);
    }
    const limit = pageSize(body);
    const found = parts.store.listExecutions({
      machineArn: machine.arn,
      beforeId: pageStart(body) ?? Number.MAX_SAFE_INTEGER,
      limit: limit + 1,
      ...(status === undefined ? {} : { status }),
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      executions: page.map((execution) => ({
        executionArn: execution.arn,
        stateMachineArn: execution.machineArn,
        name: execution.name,
        status: execution.status,
        startDate: toSeconds(execution.startMs),
        ...(execution.stopMs === null ? {} : { stopDate: toSeconds(execution.stopMs) }),
      })),
      ...(found.length > limit && last !== undefined ? { nextToken: pageToken(last.id) } : {}),
    };
  },
});

/** GetExecutionHistory: state, task, branch and execution events with their data. */
export const getExecutionHistory = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:GetExecutionHistory', resource: requiredText(body, 'executionArn') },
  ],
  handle(parts, body) {
    const execution = findExecution(parts, requiredText(body, 'executionArn'));
    const reverse = body.reverseOrder === true;
    const limit = pageSize(body);
    const from = pageStart(body) ?? (reverse ? Number.MAX_SAFE_INTEGER : 1);
    const found = parts.store.history(execution.id, from, limit + 1, reverse);
    const following = found[limit];
    return {
      events: found.slice(0, limit).map((event) => ({
        id: event.id,
        previousEventId: event.previous,
        timestamp: toSeconds(event.atMs),
        type: event.type,
        ...JSON.parse(event.details),
      })),
      ...(following === undefined ? {} : { nextToken: pageToken(following.id) }),
    };
  },
});
