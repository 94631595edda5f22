import { defineStateMachine, RETRY_TASK } from '../../../platform/runtime/index.ts';

/** Moves a simulated delivery forward: a step, a wait, the next step, until the courier has finished. */
export const simulatedDeliveryMachine = defineStateMachine({
  name: 'simulated-delivery',
  comment: 'Moves a simulated delivery forward until its courier is done.',
  startAt: 'Step',
  invokes: ['step-simulation'],
  failureImpact: 'A simulated delivery does not progress.',
  states: ({ functionArn }) => ({
    Step: {
      Type: 'Task',
      Resource: functionArn('step-simulation'),
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
  }),
});
