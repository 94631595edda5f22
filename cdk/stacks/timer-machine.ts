import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { houseStateMachine, RETRY_TASK } from './state-machines.ts';
import { taskFunction } from './task-function.ts';

/** Waits until a timer's time and fires it: three transitions. */
export function timerMachine(
  scope: Construct,
  prefix: string,
  tasks: ReadonlyMap<string, ServiceFunction>,
): StateMachine {
  const fire = taskFunction(tasks, 'fire-timer');
  return houseStateMachine(scope, {
    prefix,
    name: 'timer',
    comment: 'Waits until a timer is due and fires it.',
    startAt: 'Wait',
    invokes: [fire],
    states: {
      Wait: { Type: 'Wait', TimestampPath: '$.wakeAt', Next: 'Fire' },
      Fire: { Type: 'Task', Resource: fire.functionArn, Retry: RETRY_TASK, End: true },
    },
  });
}
