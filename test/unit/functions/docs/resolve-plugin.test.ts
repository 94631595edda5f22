import { expect, it } from 'vitest';
import { apiDocument } from '../../../../functions/api/meta/api-document.ts';
import { resolve } from '../../../../functions/docs/resolve-plugin.ts';

const { resolveSubtree } = resolve.fn;

it('follows every reference of an operation, and stops where a schema is inside itself', async () => {
  const { spec } = await resolveSubtree(apiDocument(), ['webhooks', 'delivery', 'post']);
  expect(spec).toMatchObject({ parameters: [{ name: 'webhook-id', in: 'header' }, {}, {}] });
  expect(JSON.stringify(spec)).not.toContain('$ref');
  const tree = { node: { child: { $ref: '#/node' } } };
  expect(await resolveSubtree(tree, ['node'])).toEqual({ spec: { child: { child: {} } }, errors: [] });
  expect((await resolveSubtree(tree, ['none'])).spec).toBeUndefined();
});
