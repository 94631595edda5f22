import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { triggerTypes } from '../../../../../lib/reactions/notifications/types/index.ts';

/**
 * What screens show of the API by its name on the wire: the document of an area, the field, and the texts that are loaded
 * with the screens that show it.
 */
const SHOWN: readonly (readonly [document: string, field: string, areas: readonly string[]])[] = [
  ['orders', 'status', []],
  ['notifications', 'status', []],
  ['notifications', 'channel', []],
  ['documents', 'type', ['why']],
  ['documents', 'type', ['plan']],
  ['deliveries', 'code', ['why']],
  ['execute', 'type', ['plan']],
  ['execute', 'source', ['plan']],
  ['shops', 'outcome', ['incoming']],
  ['shops', 'kind', ['incoming']],
  ['connections', 'stage', ['automation']],
  ['agents', 'outcome', ['automation']],
  ['common', 'providerSelectionStrategy', ['outgoing']],
];

interface Schema {
  readonly [key: string]: unknown;
}

/** Every value that a field of this name may have in a document. */
function valuesOf(document: Schema, field: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const child of node) walk(child, name);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const schema = node as Schema;
    if (name === field)
      for (const value of [schema.const, ...((schema.enum as readonly unknown[]) ?? [])])
        if (typeof value === 'string') found.add(value);
    for (const [key, child] of Object.entries(schema)) {
      if (key === 'example' || key === 'examples') continue;
      if (key === 'properties') {
        for (const [property, own] of Object.entries(child as Schema)) walk(own, property);
      } else walk(child, name);
    }
  };
  walk(document, '');
  return found;
}

/** The key of a word, as `words` in `kit/format.ts` makes it. */
const keyOf = (value: string) =>
  value
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase();

/** Words that are the same in every language. */
const NAMES = new Set(['whatsapp', 'slack', 'teams', 'webhook']);

async function wordsOf(areas: readonly string[], language: string): Promise<ReadonlySet<string>> {
  const files = await Promise.all(
    ['frame', ...areas].map(
      async (area): Promise<{ readonly texts: { readonly words?: object } }> =>
        import(`../../../../../functions/console/texts/${area}.${language}.ts`),
    ),
  );
  return new Set([...NAMES, ...files.flatMap(({ texts }) => Object.keys(texts.words ?? {}))]);
}

it('44 7 every kind of notification has a word in Spanish and German', async () => {
  for (const language of ['es', 'de']) {
    const words = await wordsOf(['notices'], language);
    const missing = triggerTypes()
      .map(({ type }) => keyOf(type))
      .filter((key) => !words.has(key));
    expect(missing, language).toEqual([]);
  }
});

it.each(SHOWN)(
  '44 7 every %s.%s on the wire has a word in Spanish and German, with the texts %j',
  async (name, field, areas) => {
    const document = JSON.parse(readFileSync(`test/contract/openapi/${name}.json`, 'utf8')) as Schema;
    const values = valuesOf(document, field);
    expect(values.size).toBeGreaterThan(1);
    for (const language of ['es', 'de']) {
      const words = await wordsOf(areas, language);
      expect(
        [...values].filter((value) => !words.has(keyOf(value))),
        language,
      ).toEqual([]);
    }
  },
);
