import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildConsole } from '../../../cdk/build-console.ts';

/** Bytes of a first load, packed, without the map (issue 44). */
const BOUND = 60_000;

/** Each screen's file, with the areas of texts that it needs. */
const screens = [
  ...readFileSync('functions/console/screen-list.ts', 'utf8').matchAll(
    /(?:withTexts\(\[([^\]]*)\], )?\(\) => import\('\.\/screens\/([a-z-]+)\.tsx'\)/g,
  ),
].map(([, areas = '', file = '']) => ({
  file,
  areas: [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area),
}));

it('44 the first load of a link to any screen is below 60 kB in each language, before the map', async () => {
  const built = new Map((await buildConsole()).map(({ name, packed }) => [name, packed] as const));
  const textOf = (name: string) => gunzipSync(built.get(name) ?? new Uint8Array()).toString('utf8');
  /** The files that are loaded with these, because they import them. */
  const withImports = (names: readonly string[], seen = new Set<string>()): ReadonlySet<string> => {
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      const imports = [...textOf(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)];
      withImports(
        imports.map(([, other = '']) => other),
        seen,
      );
    }
    return seen;
  };
  const page = textOf('index.html');
  const entries = [...page.matchAll(/(?:src|href)="\/console\/([\w.-]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  expect(entries.length).toBeGreaterThan(1);
  // Texts are loaded before anything that contains them.
  expect([...withImports(entries)].filter((name) => /^(kit|main)-/.test(name))).toEqual([]);
  const names = [...built.keys()];
  /** Files of the modules of this name. */
  const filesOf = (module: string) => names.filter((name) => name.replace(/-[\w-]{8}\.js$/, '') === module);
  const stylesOf = (module: string) => names.filter((name) => name.replace(/-[\w-]{8}\.css$/, '') === module);
  expect(stylesOf('insight-frame').length + stylesOf('insight').length).toBeGreaterThan(0);
  const main = filesOf('main');
  expect(main).toHaveLength(1);
  const tooLarge: Record<string, number> = {};
  let largest = 0;
  for (const language of ['en', 'es', 'de']) {
    for (const { file, areas } of screens) {
      const own = filesOf(file);
      expect(own, file).not.toEqual([]);
      const texts = ['frame', ...areas].map((area) => `${area}.${language}`);
      const loaded = new Set(
        withImports(['index.html', ...entries, ...main, ...own, ...texts.flatMap(filesOf)]),
      );
      // A screen waits for its own styles, whose file has its name.
      for (const name of loaded) {
        if (name.endsWith('.js'))
          for (const css of stylesOf(name.replace(/-[\w-]{8}\.js$/, ''))) loaded.add(css);
      }
      const bytes = [...loaded].reduce((sum, name) => sum + (built.get(name)?.length ?? 0), 0);
      largest = Math.max(largest, bytes);
      if (bytes >= BOUND) tooLarge[`${language} ${file}`] = bytes;
    }
  }
  expect(tooLarge).toEqual({});
  expect(largest).toBeGreaterThan(40_000);
});
