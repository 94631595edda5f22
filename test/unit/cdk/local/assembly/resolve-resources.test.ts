// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of CloudFormation and IAM
import { describe, expect, test } from 'vitest';
import type { Assembly, RawResource } from '../../../../../cdk/local/assembly/read-assembly.ts';
import { registerTypes, resolveResources } from '../../../../../cdk/local/assembly/resolve-resources.ts';
import type { ResourceType } from '../../../../../cdk/local/ports.ts';

const queue: ResourceType = {
  type: 'AWS::SQS::Queue',
  phase: 'storage',
  properties: {
    QueueName: 'used',
    'RedrivePolicy.maxReceiveCount': 'used',
    'Rules.*.Name': 'used',
    Notes: { ignored: 'nobody reads them' },
    Logging: 'used',
    'Logging.Level': 'used',
  },
  ref: ({ physicalName }) => `url/${physicalName}`,
  attributes: ({ physicalName }) => ({ Arn: `arn/${physicalName}` }),
};
const registry = registerTypes([queue]);

function assembly(
  stacks: Record<string, { resources: RawResource[]; outputs?: [string, unknown, unknown][] }>,
): Assembly {
  return {
    assets: new Map(),
    templates: Object.entries(stacks).map(([stack, { resources, outputs = [] }]) => ({
      stack,
      resources,
      parameters: { BootstrapVersion: '/version' },
      outputs: outputs.map(([name, value, exportName]) => ({ name, value, exportName })),
    })),
  };
}

const one = (stack: string, logicalId: string, properties: Record<string, unknown> = {}): RawResource => ({
  stack,
  logicalId,
  type: 'AWS::SQS::Queue',
  properties,
});

describe('resolving an assembly', () => {
  test('crosses stacks by exports and names what has no name', () => {
    const { resources, outputs } = resolveResources(
      assembly({
        Service: {
          resources: [
            one('Service', 'A', {
              Notes: { 'Fn::ImportValue': 'Kept:Q' },
              QueueName: { 'Fn::Sub': '${AWS::StackName}-x' },
            }),
          ],
          outputs: [['Url', { Ref: 'A' }, undefined]],
        },
        Kept: {
          resources: [one('Kept', 'Q')],
          outputs: [['Q', { 'Fn::GetAtt': ['Q', 'Arn'] }, { 'Fn::Sub': 'Kept:Q' }]],
        },
      }),
      registry,
    );
    expect(resources).toMatchObject([
      { physicalName: 'Service-x', properties: { Notes: 'arn/Kept-Q' } },
      { physicalName: 'Kept-Q' },
    ]);
    expect(outputs).toEqual({ Service: { Url: 'url/Service-x' }, Kept: { Q: 'arn/Kept-Q' } });
  });

  test('keeps a long name within its limit, the same every time', () => {
    const names = [1, 2].map(
      () =>
        resolveResources(assembly({ S: { resources: [one('S', 'Q'.repeat(100))] } }), registry).resources[0]
          ?.physicalName,
    );
    expect(names[0]).toHaveLength(80);
    expect(names[0]).toBe(names[1]);
  });

  test.each([
    [{ Color: 'red' }, 'S/Q: AWS::SQS::Queue property Color is not supported'],
    [{ RedrivePolicy: { maxReceiveCount: 1, other: 2 } }, 'property RedrivePolicy.other is not supported'],
    [{ RedrivePolicy: 'text' }, 'property RedrivePolicy is not supported'],
    [{ Rules: [{ Name: 'a' }, { Name: 'b', Value: 1 }] }, 'property Rules.1.Value is not supported'],
    [{ Logging: { Level: 1, Target: 2 } }, 'property Logging.Target is not supported'],
  ])('refuses %j', (properties, message) => {
    expect(() =>
      resolveResources(assembly({ S: { resources: [one('S', 'Q', properties)] } }), registry),
    ).toThrow(message);
  });

  test.each([[{ Notes: { any: ['thing'] } }], [{ Logging: 'off' }], [{ Rules: [] }]])(
    'accepts %j',
    (properties) => {
      expect(() =>
        resolveResources(assembly({ S: { resources: [one('S', 'Q', properties)] } }), registry),
      ).not.toThrow();
    },
  );

  test('refuses a type that nobody runs, and two parts that run the same', () => {
    const strange = { ...one('S', 'Fleet'), type: 'AWS::EC2::Fleet' };
    expect(() => resolveResources(assembly({ S: { resources: [strange] } }), registry)).toThrow(
      'S/Fleet: AWS::EC2::Fleet is not supported by the local cloud',
    );
    expect(() => registerTypes([queue, queue])).toThrow('two parts of the local cloud run AWS::SQS::Queue');
  });
});
