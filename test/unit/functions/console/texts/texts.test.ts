import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageFor } from '../../../../../functions/console/kit/language.ts';

const CONSOLE = 'functions/console';
const FOLDER = join(CONSOLE, 'texts');

/** Areas of texts, by their files in English. */
const AREAS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.en.ts'))
  .map((name) => name.slice(0, -'.en.ts'.length));

/** Leaves of texts by their paths. */
type Leaves = ReadonlyMap<string, unknown>;

function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Leaves {
  if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value))
      leavesOf(child, path ? `${path}.${name}` : name, found);
  } else found.set(path, value);
  return found;
}

async function textsOf(area: string, language: string): Promise<Leaves> {
  const file: { readonly texts: object } = await import(
    `../../../../../functions/console/texts/${area}.${language}.ts`
  );
  return leavesOf(file.texts);
}

/** Words for names of the API: in English they speak for themselves, or the API has them, so that a section is empty. */
const isWord = (path: string, english: Leaves) =>
  path.startsWith('words.') || ![...english.keys()].some((other) => sectionOf(other) === sectionOf(path));

const sectionOf = (path: string) => path.split('.')[0];

/** Identifiers in lists of choices: the first of each pair. They are no texts. */
const isIdentifier = (path: string, english: Leaves) =>
  /\.\d+\.0$/.test(path) && !english.has(path.replace(/\.0$/, '.2'));

describe.each(AREAS)('44 7 the texts of %s', (area) => {
  it.each(LANGUAGES.filter(([name]) => name !== 'en'))('are all there in %s, and no others', async (name) => {
    const [english, other] = [await textsOf(area, 'en'), await textsOf(area, name)];
    const paths = [...other.keys()].filter((path) => !isWord(path, english));
    expect([...english.keys()].filter((path) => !other.has(path))).toEqual([]);
    expect(paths.filter((path) => !english.has(path))).toEqual([]);
    for (const path of paths) {
      const [mine, theirs] = [english.get(path), other.get(path)];
      expect(typeof theirs, path).toBe(typeof mine);
      if (typeof mine === 'function') expect((theirs as () => string).length, path).toBe(mine.length);
      if (isIdentifier(path, english)) expect(theirs, path).toBe(mine);
    }
  });

  it.each(LANGUAGES.filter(([name]) => name !== 'en'))('have the same sections in %s', async (name) => {
    const [english, other] = await Promise.all(
      ['en', name].map(
        async (language): Promise<{ readonly texts: object }> =>
          import(`../../../../../functions/console/texts/${area}.${language}.ts`),
      ),
    );
    expect(Object.keys(other!.texts).toSorted()).toEqual(Object.keys(english!.texts).toSorted());
  });

  it.each(LANGUAGES.filter(([name]) => name !== 'en'))('are not left in English in %s', async (name) => {
    const [english, other] = [await textsOf(area, 'en'), await textsOf(area, name)];
    const isSentence = (text: unknown) => typeof text === 'string' && /[a-z]{2,} [a-z]{2,}/.test(text);
    const left = [...other].filter(
      ([path, text]) => text === english.get(path) && isSentence(text) && !isIdentifier(path, english),
    );
    expect(left).toEqual([]);
  });
});

/** Sources of the console without its texts, by path. */
const sources = new Map(
  readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(en|es|de)\.ts$/.test(name))
    .map((name) => [join(CONSOLE, name), readFileSync(join(CONSOLE, name), 'utf8')] as const),
);

/** How sources call the texts of an area. */
const nameOf = (area: string) => (area === 'frame' ? 'm' : `${area}Texts`);

/** A source in which texts under a shorter name, as after `const t = insightsTexts;`, have their long one. */
function withLongNames(source: string): string {
  const short = /^const (\w+) = (\w+Texts(?:\.\w+)*);$/m.exec(source);
  if (!short) return source;
  const [declaration, name = '', long = ''] = short;
  return source.replace(declaration, '').replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${long}.`);
}

it.each(AREAS)('44 7 no text of %s is left over: each is used somewhere', async (area) => {
  const everything = [...sources.values()].map(withLongNames).join('\n');
  const file: { readonly texts: Readonly<Record<string, unknown>> } = await import(
    `../../../../../functions/console/texts/${area}.en.ts`
  );
  const unused = Object.entries(file.texts).flatMap(([section, texts]) => {
    // Words are looked up by names of the API.
    if (section === 'words') return [];
    const own = `${nameOf(area)}.${section}`;
    if (typeof texts !== 'object' || texts === null) return everything.includes(own) ? [] : [own];
    // A section that is read by a name that is only known at run time, or taken apart, is used as a whole.
    const isTakenWhole =
      everything.includes(`${own}[`) ||
      new RegExp(`\\b${own.replace('.', '\\.')}(?![.\\w])`).test(everything);
    if (isTakenWhole || Array.isArray(texts)) return [];
    return Object.keys(texts)
      .filter((key) => !new RegExp(`\\b${own.replace('.', '\\.')}\\s*\\.${key}\\b`).test(everything))
      .map((key) => `${own}.${key}`);
  });
  expect(unused).toEqual([]);
});

/** Parts of screens that load texts of their own: the area, and their file beside the one that loads them. */
const LATE = /withLateTexts\('(\w+)',\s*\(\) => import\('\.\/([a-z-]+\.tsx?)'\)/g;

/** Modules that a module imports, at once or later, without those that load texts of their own. */
function importsOf(file: string): readonly string[] {
  const text = (sources.get(file) ?? '').replaceAll(/import type [^;]*;/g, '').replaceAll(LATE, '');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => sources.has(path) && !path.startsWith(FOLDER) && existsSync(path));
}

function everythingBehind(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const other of importsOf(file)) everythingBehind(other, seen);
  return seen;
}

const areasOf = (files: Iterable<string>) =>
  AREAS.filter(
    (area) =>
      area !== 'frame' &&
      [...files].some((file) => new RegExp(`\\b${nameOf(area)}\\b`).test(sources.get(file) ?? '')),
  );

it('44 7 a screen names the areas of the texts that it and its parts use', () => {
  const list = `${sources.get(join(CONSOLE, 'screen-list.ts'))}${sources.get(join(CONSOLE, 'search-box.tsx'))}`;
  const named = new Map(
    [
      ...list.matchAll(/(?:withTexts\(\[([^\]]*)\],\s*)?\(\) => import\('\.\/screens\/([a-z-]+)\.tsx'\)/g),
    ].map(
      ([, areas = '', file = '']) =>
        [file, [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area)] as const,
    ),
  );
  expect(named.size).toBeGreaterThan(30);
  const used = new Map(
    [...named.keys()].map((file) => [
      file,
      areasOf(everythingBehind(join(CONSOLE, 'screens', `${file}.tsx`))),
    ]),
  );
  expect(Object.fromEntries([...named].map(([file, areas]) => [file, [...areas].toSorted()]))).toEqual(
    Object.fromEntries(used),
  );
});

it('44 5 a part of a screen that is loaded with texts of its own names their areas', () => {
  const parts = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(LATE)].map(([, area = '', name = '']) => [join(dirname(file), name), area] as const),
  );
  expect(parts.length).toBeGreaterThan(1);
  const ofParts = new Set(parts.map(([, area]) => area));
  for (const [file, area] of parts)
    expect(
      areasOf(everythingBehind(file)).filter((name) => ofParts.has(name)),
      file,
    ).toEqual([area]);
});

it.each([
  [['de-AT', 'en'], 'de'],
  [[null, 'fr-FR', 'es-MX'], 'es'],
  [['es', 'de-DE'], 'es'],
  [['fr', 'nl'], 'en'],
  [[], 'en'],
] as const)('44 7 for %j the language is %s', (tags, language) => {
  expect(languageFor(tags)).toBe(language);
});
