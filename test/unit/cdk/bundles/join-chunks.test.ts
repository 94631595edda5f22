import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE_OPTIONS } from '../../../../cdk/build-functions.ts';
import { joinChunks } from '../../../../cdk/bundles/join-chunks.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const require = createRequire(import.meta.url);

/** Chunks as esbuild writes them: two late files, what both need, and what the start needs as well. */
const CHUNKS = [
  {
    path: '/index.js',
    begins: 'index',
    exports: ['handler'],
    text: `import { count } from "./chunk-1.js";
var left = () => loadLateFile(import("./left.js")), right = () => loadLateFile(import("./right.js"));
var handler = () => [left().add(), right().add(), count()];
export { handler };`,
  },
  {
    path: '/chunk-1.js',
    begins: undefined,
    exports: ['add', 'count'],
    text: 'var n = 0, add = () => (n += 1), count = () => n;\nexport { add, count };',
  },
  {
    path: '/chunk-2.js',
    begins: undefined,
    exports: ['add'],
    text: `import {
  add
} from "./chunk-1.js";
var add2 = () => [add()];
export { add2 as add };`,
  },
  ...['left', 'right'].map((name) => ({
    path: `/${name}.js`,
    begins: name,
    exports: ['add'],
    text: `import { add as both } from "./chunk-2.js";
function add() { return { ${name}: both() }; }
export { add };`,
  })),
  { path: '/never.js', begins: 'never', exports: ['no'], text: 'var no = 1;\nexport { no };' },
];

test('chunks become the files of a function, with one state in all of them', async () => {
  const files = await joinChunks(CHUNKS, BUNDLE_OPTIONS);
  expect(files.map(({ name }) => name).sort()).toEqual(['index', 'left', 'right', 'shared']);
  const directory = temporaryDirectory('joined');
  for (const { name, contents } of files) writeFileSync(join(directory, `${name}.cjs`), contents);
  expect(require(join(directory, 'index.cjs')).handler()).toEqual([{ left: [1] }, { right: [2] }, 2]);
});

test("Node's own modules that a package imports late are required, which reads nothing else of Node", async () => {
  const text = 'var handler = () => import("node:http");\nexport { handler };';
  const chunks = [{ path: '/index.js', begins: 'index', exports: ['handler'], text }];
  const [index] = await joinChunks(chunks, BUNDLE_OPTIONS);
  const file = join(temporaryDirectory('joined'), 'index.cjs');
  writeFileSync(file, index!.contents);
  expect(Buffer.from(index!.contents).toString()).not.toContain('import(');
  expect(await require(file).handler()).toMatchObject({ request: expect.any(Function) });
});
