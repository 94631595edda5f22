import { expect, test } from 'vitest';
import { workflowSchema } from '../../../../lib/workflows/index.ts';
import { anyWorkflow, codesOf, failing, filter, holds, pathOf, runOnce, tag } from './builders.ts';

test('a workflow of filters and tags validates and runs', () => {
  const workflow = anyWorkflow({
    nodes: [filter('f', holds), filter('g', failing), tag('a'), tag('b'), tag('c')],
    edges: ['start>f', 'f+a', 'f-b', 'a>g', 'g-c'],
  });
  expect(codesOf(workflow)).toEqual([]);
  const advanced = runOnce(workflow);
  expect(pathOf(advanced)).toEqual(['start', 'f', 'a', 'g', 'c']);
  expect(advanced.verdict).toBe('completed');
  expect(advanced.run.context.order?.tags).toEqual(['cold', 'a', 'c']);
  expect(advanced.effects.map(({ key }) => key)).toEqual(['wfx_1:a', 'wfx_1:c']);
});

test('the schema is plain JSON', () => {
  const schema = workflowSchema();
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});
