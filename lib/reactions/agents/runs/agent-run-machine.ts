import { CONVERSE_TASK } from '../../../engines/models/index.ts';
import { defineStateMachine, RETRY_TASK } from '../../../platform/runtime/index.ts';

/** A model that takes longer than this counts as failed. Seconds. */
const ASK_SECONDS = 120;

/**
 * Executes a run of an agent step by step. Between two steps the machine itself asks the model, so that no function
 * waits for a slow one.
 */
export const agentRunMachine = defineStateMachine({
  name: 'agent-run',
  comment: 'Asks the model and calls tools until the run ends.',
  startAt: 'Step',
  invokes: ['step-agent-run'],
  asksModels: true,
  timeoutSeconds: 30 * 60,
  failureImpact: 'A run of an agent does not continue.',
  states: ({ functionArn }) => ({
    // Its result is the whole state: ids, and the next question.
    Step: {
      Type: 'Task',
      Resource: functionArn('step-agent-run'),
      Retry: RETRY_TASK,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }],
      Next: 'Does it continue?',
    },
    'Does it continue?': {
      Type: 'Choice',
      Choices: [
        { Variable: '$.isOver', BooleanEquals: true, Next: 'Over' },
        { Variable: '$.isWaiting', BooleanEquals: true, Next: 'Pause' },
        { Variable: '$.isAsking', BooleanEquals: true, Next: 'Ask' },
      ],
      Default: 'Step',
    },
    Ask: {
      Type: 'Task',
      Resource: CONVERSE_TASK,
      TimeoutSeconds: ASK_SECONDS,
      Parameters: {
        'ModelId.$': '$.question.call.ModelId',
        'System.$': '$.question.call.System',
        'Messages.$': '$.question.call.Messages',
        'InferenceConfig.$': '$.question.call.InferenceConfig',
        'ToolConfig.$': '$.question.call.ToolConfig',
      },
      ResultPath: '$.result',
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.problem', Next: 'Step' }],
      Next: 'Step',
    },
    Pause: { Type: 'Wait', Seconds: 3, Next: 'Step' },
    'Give up': { Type: 'Task', Resource: functionArn('step-agent-run'), Retry: RETRY_TASK, End: true },
    Over: { Type: 'Succeed' },
  }),
});
