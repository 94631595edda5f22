import { defineStateMachine, RETRY_TASK } from '../runtime/index.ts';

/** Carries one optimization: the solver, again when its function was lost, and an end when it fails for good. */
export const optimizationMachine = defineStateMachine({
  name: 'optimization',
  comment: 'Solves one optimization and ends its activity.',
  startAt: 'Solve',
  invokes: ['optimize-orders'],
  failureImpact: 'An optimization stays in progress for ever.',
  states: ({ functionArn }) => ({
    Solve: {
      Type: 'Task',
      Resource: functionArn('optimize-orders'),
      ResultPath: '$.solved',
      Retry: RETRY_TASK,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }],
      End: true,
    },
    'Give up': {
      Type: 'Task',
      Resource: functionArn('optimize-orders'),
      Retry: RETRY_TASK,
      End: true,
    },
  }),
});
