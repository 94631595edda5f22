import { build, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';
import { loadedOnce } from '../../../../cdk/bundles/loaded-once.ts';

it('loads a module once for all builds, and those of the same path in other namespaces for themselves', async () => {
  const loads: string[] = [];
  const plugin: Plugin = {
    name: 'words',
    setup(bundling) {
      bundling.onResolve({ filter: /^word:/ }, ({ path }) => ({ path: 'same', namespace: path.slice(5) }));
      bundling.onLoad({ filter: /^same$/ }, ({ namespace }) => {
        loads.push(namespace);
        return { contents: `export default '${namespace}';` };
      });
    },
  };
  const once = loadedOnce(plugin);
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents },
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [once],
    });
    return outputFiles[0]?.text;
  };
  const contents = `import one from 'word:one'; import two from 'word:two'; console.log(one, two);`;
  const first = await bundle(contents);
  expect(first).toMatch(/"one"[\s\S]*"two"/);
  expect(await bundle(contents)).toBe(first);
  expect(loads.toSorted()).toEqual(['one', 'two']);
});
