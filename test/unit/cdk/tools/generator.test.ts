import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointTables } from '../../../../cdk/tools/endpoint-tables.ts';
import { changesOf, defineGenerator } from '../../../../cdk/tools/generator.ts';
import { lifecycles } from '../../../../cdk/tools/lifecycles.ts';
import { areas } from '../../../../functions/api/index.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

describe('a generator', () => {
  const root = temporaryDirectory('generator');
  const texts = (...files: [string, string][]) =>
    defineGenerator({ files: /^docs\/\w+\.md$/, render: () => new Map(files) });

  it('writes what differs, deletes what belongs to nothing any more, and leaves the rest alone', async () => {
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/same.md'), 'same');
    writeFileSync(join(root, 'docs/old.md'), 'old');
    const generator = texts(['docs/same.md', 'same'], ['docs/old.md', 'new'], ['docs/first.md', 'first']);
    const present = ['docs/same.md', 'docs/old.md', 'docs/gone.md', 'src/other.md'];
    expect(await changesOf(generator, root, present)).toEqual(
      new Map([
        ['docs/old.md', 'new'],
        ['docs/first.md', 'first'],
        ['docs/gone.md', undefined],
      ]),
    );
  });

  it('may write no file outside its own', async () => {
    await expect(changesOf(texts(['README.md', 'x']), root, [])).rejects.toThrow('README.md is not among');
  });
});

it('the table of each area has a row for each of its endpoints', async () => {
  const pages = await endpointTables.render();
  for (const { name, endpoints } of areas) {
    expect(pages.get('functions/api/ENDPOINTS.md')).toContain(`](${name}/ENDPOINTS.md)`);
    for (const { method, path } of endpoints) {
      expect(pages.get(`functions/api/${name}/ENDPOINTS.md`)).toContain(`| ${method} | \`${path}\` |`);
    }
  }
});

it('the diagrams of an area lie in its folder', async () => {
  const pages = await lifecycles.render();
  expect(pages.get('lib/ordering/orders/LIFECYCLES.md')).toContain('needs_attention --> valid: edit (sound)');
});
