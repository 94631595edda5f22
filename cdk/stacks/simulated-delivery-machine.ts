import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { houseStateMachine, RETRY_TASK } from './state-machines.ts';
import { taskFunction } from './task-function.ts';

/** Moves a simulated delivery on: a step, a wait, the next step, until the courier is done. */
export function simulatedDeliveryMachine(
  scope: Construct,
  prefix: string,
  tasks: ReadonlyMap<string, ServiceFunction>,
): StateMachine {
  const step = taskFunction(tasks, 'step-simulation');
  return houseStateMachine(scope, {
    prefix,
    name: 'simulated-delivery',
    comment: 'Moves a simulated delivery on until its courier is done.',
    startAt: 'Step',
    invokes: [step],
    states: {
      Step: {
        Type: 'Task',
        Resource: step.functionArn,
        ResultPath: '$.step',
        Retry: RETRY_TASK,
        Next: 'Done?',
      },
      'Done?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.step.done', BooleanEquals: true, Next: 'Done' }],
        Default: 'Wait',
      },
      Wait: { Type: 'Wait', TimestampPath: '$.step.wakeAt', Next: 'Step' },
      Done: { Type: 'Succeed' },
    },
  });
}
