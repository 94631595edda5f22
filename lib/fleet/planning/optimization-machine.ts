import { defineStateMachine, RETRY_TASK } from '../../platform/runtime/index.ts';

/**
 * Executes one optimization: builds its problem, solves it, and ends its activity. A large one is split into parts that
 * are solved in parallel, and then split and solved again along the seams between them, round by round. Each step finds the results of earlier
 * ones in the bucket, so that a step whose function died can simply be repeated.
 */
export const optimizationMachine = defineStateMachine({
  name: 'optimization',
  comment: 'Solves one optimization and ends its activity.',
  startAt: 'Pose',
  invokes: ['carry-optimization', 'solve-part'],
  failureImpact: 'An optimization stays in progress for ever.',
  states: ({ functionArn }) => {
    const caught = { Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }] };
    const step = (name: string) => ({
      Type: 'Task',
      Resource: functionArn('carry-optimization'),
      Parameters: {
        'organizationId.$': '$.organizationId',
        'activityId.$': '$.activityId',
        step: name,
      },
      Retry: RETRY_TASK,
    });
    const again = step('split-again');
    const solveParts = {
      Type: 'Map',
      ItemsPath: '$.posed.parts',
      ItemSelector: {
        'organizationId.$': '$.organizationId',
        'activityId.$': '$.activityId',
        'part.$': '$$.Map.Item.Value',
        'round.$': '$.posed.round',
      },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'Solve part',
        States: {
          'Solve part': {
            Type: 'Task',
            Resource: functionArn('solve-part'),
            Retry: RETRY_TASK,
            End: true,
          },
        },
      },
      ResultPath: '$.solved',
      ...caught,
    };
    return {
      Pose: { ...step('pose'), ResultPath: '$.posed', ...caught, Next: 'Solve parts' },
      'Solve parts': { ...solveParts, Next: 'Does a round follow?' },
      'Does a round follow?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.posed.isSplit', BooleanEquals: true, Next: 'Split again' }],
        Default: 'Finish',
      },
      'Split again': {
        ...again,
        Parameters: { ...again.Parameters, 'round.$': '$.posed.round' },
        ...{ ResultPath: '$.posed', ...caught, Next: 'Solve parts' },
      },
      Finish: { ...step('finish'), ResultPath: '$.finished', ...caught, End: true },
      'Give up': { ...step('give-up'), End: true },
    };
  },
});
