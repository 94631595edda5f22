import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { areas } from '../../functions/api/index.ts';

/**
 * The rest of a query goes to a list, which accepts only the filters that it applies (`Only` of lib/platform/listing).
 * `readPlace` is declared beside the parameters that it reads; `readRange` returns the query with its days as instants.
 */
const HANDS_ON = /\.\.\.\w+\s*\}\s*=\s*(?:await .*readRange\)?\(ctx, )?query\b|readPlace\)?\(query\)/;

/** Parameters that choose a part of a list, or its order. */
const PLACE = /^(limit|offset|cursor|after|before|page|iterator|sort(By|Direction)?|order(By)?)$/;

/** A parameter that is given another name of underscores, so that nothing reads it. */
const DROPPED = /\{[^{}]*\w+:\s*_+\s*[,}][^{}]*\}\s*=\s*query\b/;

/** Names of the parameters that a handler does not mention, unless it passes the rest of them on. */
function unread(parameters: readonly string[], handler: string): readonly string[] {
  const body = handler.slice(handler.indexOf(') {') + 1 || handler.indexOf('=>') + 2);
  return HANDS_ON.test(body) ? [] : parameters.filter((name) => !new RegExp(`\\b${name}\\b`).test(body));
}

describe('the parameters of a query', () => {
  const endpoints = areas.flatMap((area) => area.endpoints).filter(({ query }) => query !== undefined);

  it('are read by the handler of their endpoint: none is accepted and ignored', () => {
    const ignored = endpoints.flatMap(({ name, query, handle }) => {
      const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      return unread(parameters, String(handle)).map((parameter) => `${name}: ${parameter}`);
    });
    expect(endpoints.length).toBeGreaterThan(50);
    expect(ignored).toEqual([]);
  });

  it('say a place in a list, or its order, only where the reply has one', () => {
    const placed = endpoints.filter(({ query, reply, contentType }) => {
      const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      const hasList = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' })).includes('"array"');
      // A table of text has rows, which no schema shows.
      const isText = contentType !== 'application/json';
      return !hasList && !isText && parameters.some((name) => PLACE.test(name));
    });
    expect(placed.map(({ name }) => name)).toEqual([]);
  });

  it('are read under their own names: none is taken only to be dropped', () => {
    const dropping = endpoints.filter(({ handle }) => DROPPED.test(String(handle)));
    expect(dropping.map(({ name }) => name)).toEqual([]);
    expect(DROPPED.test('const { limit: _, offset: __, ...filter } = query;')).toBe(true);
    expect(DROPPED.test('const { limit, ...filter } = query;')).toBe(false);
  });

  it.each([
    ['async handle({ input: { query }, ctx }) { return list(ctx, query.limit); }', ['search']],
    ['async handle({ input: { query }, ctx }) { return list(ctx, { limit: query.limit, search: 1 }); }', []],
    ['async handle({ input: { query }, ctx }) { const { limit, ...filters } = query; return filters; }', []],
    [
      'async handle({ input: { query }, ctx }) { const { limit, ...rest } = await readRange(ctx, query); }',
      [],
    ],
    ['async handle({ input: { query }, ctx }) { return list(ctx, query); }', ['limit', 'search']],
    ['({ input: { query }, ctx }) => list(ctx, query.limit)', ['search']],
    ['({ input: { query }, ctx }) => list(ctx, query)', ['limit', 'search']],
  ])('of %s: ignored are %j', (handler, ignored) => {
    expect(unread(['limit', 'search'], handler)).toEqual(ignored);
  });
});
