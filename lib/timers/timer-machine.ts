import { defineStateMachine, RETRY_TASK } from '../runtime/index.ts';

/** Waits until a timer's time and fires it: three transitions. */
export const timerMachine = defineStateMachine({
  name: 'timer',
  comment: 'Waits until a timer is due and fires it.',
  startAt: 'Wait',
  invokes: ['fire-timer'],
  failureImpact: 'A timer fires late, when the sweeper finds it.',
  states: ({ functionArn }) => ({
    Wait: { Type: 'Wait', TimestampPath: '$.wakeAt', Next: 'Fire' },
    Fire: { Type: 'Task', Resource: functionArn('fire-timer'), Retry: RETRY_TASK, End: true },
  }),
});
