import { defineStateMachine, RETRY_TASK } from '../runtime/index.ts';

/**
 * Waits until a timer's time and hands its event to the queue of `fire-timer`: three transitions. The queue
 * accepts a whole morning's timers at once; a function invoked directly would use up the invocations of the
 * account, or be throttled.
 */
export const timerMachine = defineStateMachine({
  name: 'timer',
  comment: 'Waits until a timer is due, then fires it.',
  startAt: 'Wait',
  sends: ['fire-timer'],
  failureImpact: 'A timer fires late, when the sweeper finds it.',
  states: ({ queueUrl }) => ({
    Wait: { Type: 'Wait', TimestampPath: '$.wakeAt', Next: 'Fire' },
    Fire: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: {
        QueueUrl: queueUrl('fire-timer'),
        'MessageBody.$': '$.event',
        'MessageGroupId.$': '$.event.organizationId',
      },
      Retry: RETRY_TASK,
      End: true,
    },
  }),
});
