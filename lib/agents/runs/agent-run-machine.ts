import { defineStateMachine, RETRY_TASK } from '../../runtime/index.ts';

/** Executes a run of an agent step by step; each step is a function invocation of its own. */
export const agentRunMachine = defineStateMachine({
  name: 'agent-run',
  comment: 'Asks the model and calls tools until the run ends.',
  startAt: 'Step',
  invokes: ['step-agent-run'],
  timeoutSeconds: 30 * 60,
  failureImpact: 'A run of an agent does not continue.',
  states: ({ functionArn }) => ({
    Step: {
      Type: 'Task',
      Resource: functionArn('step-agent-run'),
      ResultPath: '$.step',
      Retry: RETRY_TASK,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }],
      Next: 'Does it continue?',
    },
    'Does it continue?': {
      Type: 'Choice',
      Choices: [
        { Variable: '$.step.isOver', BooleanEquals: true, Next: 'Over' },
        { Variable: '$.step.isWaiting', BooleanEquals: true, Next: 'Pause' },
      ],
      Default: 'Step',
    },
    Pause: { Type: 'Wait', Seconds: 3, Next: 'Step' },
    'Give up': { Type: 'Task', Resource: functionArn('step-agent-run'), Retry: RETRY_TASK, End: true },
    Over: { Type: 'Succeed' },
  }),
});
