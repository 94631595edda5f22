import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOthers } from '../../../../cdk/bundles/remove-others.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('an earlier build leaves nothing beside the bundles: neither files nor functions', () => {
  const directory = temporaryDirectory('bundles');
  for (const name of ['authorize', 'retired']) mkdirSync(join(directory, name));
  for (const file of ['authorize/index.cjs', 'authorize/index.mjs', 'retired/index.cjs', 'notes.txt']) {
    writeFileSync(join(directory, file), '');
  }
  removeOthers(directory, [join(directory, 'authorize', 'index.cjs')]);
  expect(readdirSync(directory, { recursive: true }).sort()).toEqual(['authorize', 'authorize/index.cjs']);
});
