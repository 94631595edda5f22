import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lambdaTask, openWorld, single } from '../support.ts';

let world: ReturnType<typeof openWorld>;
beforeEach(() => {
  world = openWorld();
});
afterEach(() => world.close());

const inMap = (state: object) =>
  single({ Type: 'Map', ItemProcessor: { StartAt: 'Inner', States: { Inner: { End: true, ...state } } } });

describe('what is not supported stops the start, naming machine, state and field', () => {
  it.each<[string, object]>([
    ['state machine m: QueryLanguage JSONata', { QueryLanguage: 'JSONata', ...single({ Type: 'Pass' }) }],
    ['state Only: QueryLanguage JSONata', single({ Type: 'Pass', QueryLanguage: 'JSONata' })],
    ['state Inner: QueryLanguage JSONata', inMap({ Type: 'Pass', QueryLanguage: 'JSONata' })],
    ['state Only: Assign is not supported', single({ Type: 'Pass', Assign: { a: 1 } })],
    ['state Only: Output is not supported', single({ Type: 'Pass', Output: '{% 1 %}' })],
    ['state Only: Credentials', single(lambdaTask('f', { Credentials: { RoleArn: 'x' } }))],
    ['state Only: ItemReader', single({ ...inMap({ Type: 'Pass' }).States.Only, ItemReader: {} })],
    [
      'Mode DISTRIBUTED',
      single({
        Type: 'Map',
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED' },
          StartAt: 'A',
          States: { A: { Type: 'Succeed' } },
        },
      }),
    ],
    ['state Only: Type Nap', single({ Type: 'Nap' })],
    [
      'Resource arn:aws:states:::sns:publish',
      single({ Type: 'Task', Resource: 'arn:aws:states:::sns:publish' }),
    ],
    [
      'Resource arn:aws:states:::aws-sdk:s3:getObject',
      single({ Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:s3:getObject' }),
    ],
    [
      'state Only: Parameters.Qualifier',
      single(lambdaTask('f', { Parameters: { FunctionName: 'f', Qualifier: 'v' } })),
    ],
    [
      'Parameters.InvocationType',
      single(lambdaTask('f', { Parameters: { FunctionName: 'f', InvocationType: 'Event' } })),
    ],
    ['exactly one of Next and End', { StartAt: 'A', States: { A: { Type: 'Pass' } } }],
    ['exactly one of Seconds', single({ Type: 'Wait', Seconds: 1, Timestamp: '2026-01-01T00:00:00Z' })],
    ['state A goes to B', { StartAt: 'A', States: { A: { Type: 'Pass', Next: 'B' } } }],
    [
      'state C goes to B',
      {
        StartAt: 'C',
        States: { C: { Type: 'Choice', Choices: [{ Variable: '$', IsNull: true, Next: 'B' }] } },
      },
    ],
    ['StartAt is B', { StartAt: 'B', States: { A: { Type: 'Succeed' } } }],
    ['state Only: "x.$"', single({ Type: 'Pass', Parameters: { 'x.$': 1 } })],
    ['state Only: "$.a[?(@.b)]"', single({ Type: 'Pass', InputPath: '$.a[?(@.b)]' })],
    ['Retry[0]: Wait', single(lambdaTask('f', { Retry: [{ ErrorEquals: ['A'], Wait: 1 }] }))],
    ['Retry[0]: ErrorEquals', single(lambdaTask('f', { Retry: [{ MaxAttempts: 1 }] }))],
    ['Version 2.0', { Version: '2.0', ...single({ Type: 'Pass' }) }],
    ['state machine m: Extra', { Extra: 1, ...single({ Type: 'Pass' }) }],
  ])('%s', async (text, definition) => {
    const deploying = world.deploy('m', definition);
    await expect(deploying).rejects.toThrow(text);
    await expect(deploying).rejects.toThrow('Stack/Machine');
    await expect(deploying).rejects.toThrow('state machine m');
  });

  it('refuses an express machine that waits for a token, as AWS does', async () => {
    const waiting = single({
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
      Parameters: { QueueUrl: 'u', 'MessageBody.$': '$$.Task.Token' },
    });
    await expect(world.deploy('m', waiting, 'EXPRESS')).rejects.toThrow('waits neither for a token');
  });

  it('takes a definition as an object, with substitutions', async () => {
    await world.resourceTypes[0]!.create!({
      stack: 'S',
      logicalId: 'M',
      type: 'AWS::StepFunctions::StateMachine',
      physicalName: 'm',
      properties: {
        Definition: single({ Type: 'Pass', Result: `\${Text} and \${Number}` }),
        DefinitionSubstitutions: { Text: 'a "quote"', Number: 3 },
        RoleArn: 'r',
      },
    });
    const { definition } = await world.api('DescribeStateMachine', {
      stateMachineArn: world.machineArn('m'),
    });
    expect(JSON.parse(String(definition))).toEqual(single({ Type: 'Pass', Result: 'a "quote" and 3' }));
  });
});
