import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Every screen, read from the text of the list: the screens themselves need a browser. */
const SCREENS = (
  readFileSync('functions/console/screen-list.ts', 'utf8')
    .split(/^export const SCREENS/m)[1]
    ?.split(/\bpath: /)
    .slice(1) ?? []
).map((text) => ({ path: /^'([^']+)'/.exec(text)?.[1] ?? '', hasNav: /\bnav: \{/.test(text) }));

/** Rows of the README's table of areas: the area, and its screens or the reason why it has none. */
const rows = [
  ...readFileSync('functions/console/README.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm),
].map(([, area = '', text = '']) => ({
  area,
  text,
  places: [...text.matchAll(/`(\/[\w/:-]*)`/g)].map(([, place = '']) => place),
}));

const areas = readdirSync('functions/api', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

it('44 4 every area of the API has a row that says where its objects are', () => {
  expect(areas.length).toBeGreaterThan(30);
  expect(rows.map(({ area }) => area)).toEqual(areas);
});

it('44 4 a row names screens that exist, or says why there is none', () => {
  expect(SCREENS.length).toBeGreaterThan(50);
  const known = new Set(SCREENS.map(({ path }) => path));
  const unknown = rows.flatMap(({ area, places }) =>
    places.filter((place) => !known.has(place)).map((place) => `${area}: ${place}`),
  );
  expect(unknown).toEqual([]);
  const silent = rows.filter(({ places, text }) => places.length === 0 && !/^None: .{20}/.test(text));
  expect(silent.map(({ area }) => area)).toEqual([]);
});

it('44 4 every screen of the navigation is in the table, apart from the first', () => {
  const named = new Set(rows.flatMap(({ places }) => places));
  const missing = SCREENS.filter(({ path, hasNav }) => hasNav && path !== '/' && !named.has(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it('each path is that of one screen', () => {
  const paths = SCREENS.map(({ path }) => path.replaceAll(/:\w+/g, ':'));
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});

/** Screens that only a story can fill, which looks at them at 390 px as well; by the file of the story. */
const LOOKED_AT_ELSEWHERE: Readonly<Record<string, string>> = {
  '/refunds/:id': 'objects',
  '/shops/:id/messages/:messageId': 'incoming',
  '/workflow-runs/:id': 'automate',
  '/agent-runs/:id': 'objects',
};

it('44 every screen is opened at three widths in both schemes, or by a story that is named', () => {
  const visited = [
    ...readFileSync('test/console/every-screen.ts', 'utf8').matchAll(/=> ['`](\/[^'`]*)['`],/g),
  ].map(([, place = '']) => place.split('?')[0]?.replaceAll(/\$\{[^}]*\}/g, 'x') ?? '');
  expect(visited.length).toBeGreaterThan(80);
  const isVisited = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return visited.some((place) => pattern.test(place) && (path.includes(':') || place === path));
  };
  const missing = SCREENS.map(({ path }) => path).filter((path) => !isVisited(path));
  expect(missing.toSorted()).toEqual(Object.keys(LOOKED_AT_ELSEWHERE).toSorted());
  for (const [path, file] of Object.entries(LOOKED_AT_ELSEWHERE))
    expect(readFileSync(`test/console/${file}.test.ts`, 'utf8'), path).toContain('look(');
});
