import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAssembly } from '../../../../../cdk/local/assembly/read-assembly.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

function write(files: Record<string, unknown>): string {
  const directory = temporaryDirectory('assembly');
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), JSON.stringify(content));
  }
  return directory;
}

const stack = (template: unknown) =>
  write({
    'manifest.json': {
      artifacts: {
        S: { type: 'aws:cloudformation:stack', properties: { templateFile: 'S.json', stackName: 'named' } },
        'S.assets': { type: 'cdk:asset-manifest', properties: { file: 'S.assets.json' } },
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    },
    'S.json': template,
    'S.assets.json': {
      files: { a: { source: { path: 'asset.a' }, destinations: { here: { objectKey: 'a.zip' } } } },
    },
  });

describe('reading an assembly', () => {
  test('finds stacks and assets', () => {
    const directory = stack({ Resources: { Q: { Type: 'AWS::SQS::Queue', DependsOn: ['X'] } } });
    const { templates, assets } = readAssembly(directory);
    expect(templates).toMatchObject([
      { stack: 'named', resources: [{ logicalId: 'Q', type: 'AWS::SQS::Queue', properties: {} }] },
    ]);
    expect(assets.get('a.zip')).toBe(join(directory, 'asset.a'));
  });

  test.each([
    [{ Conditions: {} }, 'named: template section Conditions is not supported'],
    [
      { Resources: { Q: { Type: 'T', Condition: 'C' } } },
      'named/Q: resource attribute Condition is not supported',
    ],
  ])('refuses %j', (template, message) => {
    expect(() => readAssembly(stack(template))).toThrow(message);
  });

  test('says what to do when there is none', () => {
    expect(() => readAssembly('/nowhere')).toThrow('no cloud assembly in /nowhere: run "cdk synth" first');
  });
});
