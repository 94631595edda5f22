import type { StateMachine } from '../state-machine.ts';
import { findExecution, findMachine, type Operation, toSeconds } from './operation.ts';
import { requiredText } from './request.ts';

/** DescribeStateMachine. */
export const describeStateMachine = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:DescribeStateMachine', resource: requiredText(body, 'stateMachineArn') },
  ],
  handle(parts, body) {
    const machine = findMachine(parts, requiredText(body, 'stateMachineArn'));
    return {
      ...summary(machine),
      status: 'ACTIVE',
      definition: machine.definitionText,
      roleArn: machine.roleArn,
    };
  },
});

/** DescribeStateMachineForExecution: with the definition that the execution runs, not the newest one. */
export const describeStateMachineForExecution = Object.freeze<Operation>({
  needs: (_parts, body) => [
    { action: 'states:DescribeStateMachineForExecution', resource: requiredText(body, 'executionArn') },
  ],
  handle(parts, body) {
    const execution = findExecution(parts, requiredText(body, 'executionArn'));
    return {
      stateMachineArn: execution.machineArn,
      name: execution.machineName,
      definition: parts.store.definition(execution.definition)?.text ?? '',
      roleArn: execution.roleArn,
      updateDate: toSeconds(execution.startMs),
    };
  },
});

/** ListStateMachines. There are only those of the template, so one page is enough. */
export const listStateMachines = Object.freeze<Operation>({
  needs: () => [{ action: 'states:ListStateMachines', resource: '*' }],
  handle: (parts) => ({ stateMachines: [...parts.machines.values()].map(summary) }),
});

function summary(machine: StateMachine): object {
  return {
    stateMachineArn: machine.arn,
    name: machine.name,
    type: machine.type,
    creationDate: toSeconds(machine.createdMs),
  };
}
