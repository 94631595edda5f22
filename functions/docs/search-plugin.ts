import type { ImmutableMap, SwaggerUiSystem, TagMap } from './swagger-ui.ts';

/** Whether every word of the phrase is in the path, name, summary, heading or description of an operation. */
function matches(text: string, phrase: string): boolean {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}

function textOf(tag: string, method: string, path: string, operation: ImmutableMap): string {
  const words = ['summary', 'operationId', 'description'].map((name) => operation.get(name) ?? '');
  return [tag, method, path, ...words].join(' ').toLowerCase();
}

/** Swagger UI's own filter looks only at headings. This one finds operations and shows them expanded. */
export const search = (system: SwaggerUiSystem) => ({
  fn: {
    opsFilter: (tags: TagMap, phrase: string) =>
      tags
        .map((tagged, tag) =>
          tagged.set(
            'operations',
            tagged
              .get('operations')
              .filter((one) =>
                matches(textOf(tag, one.get('method'), one.get('path'), one.get('operation')), phrase),
              ),
          ),
        )
        .filter((tagged) => tagged.get('operations').size > 0),
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        // The original is already bound to its state.
        isShown:
          (original: (thing: readonly string[], byDefault: boolean) => boolean) =>
          (_state: object, thing: readonly string[], byDefault: boolean) => {
            const filter = system.layoutSelectors.currentFilter();
            const isSearching = typeof filter === 'string' && filter !== '';
            return original(thing, byDefault || (isSearching && thing[0] === 'operations-tag'));
          },
      },
    },
  },
});
