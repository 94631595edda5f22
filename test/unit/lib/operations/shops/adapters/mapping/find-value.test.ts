import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../../../../lib/operations/shops/adapters/mapping/find-value.ts';

const document = {
  'a/b': { 'c~d': 'odd names' },
  to: { street: 'Main St', unit: '', city: 'Springfield' },
  tags: ['a, b', 'c'],
  count: 3,
  lines: [{ id: 1 }],
};

describe('43 2 sources of a mapping', () => {
  it.each([
    ['/a~1b/c~0d', 'odd names'],
    ['/count', '3'],
    ['/lines/0/id', '1'],
    ['/tags', 'a, b|c|'],
    ['/missing/further', ''],
    ['{/to/street}, {/to/unit}, {/to/city}', 'Main St, Springfield'],
    ['{/to/unit}, {/to/nothing}', ''],
    ['now', 'now'],
    ['/constructor', ''],
    ['/tags/length', ''],
  ])('%s is "%s"', (source, text) => {
    expect(textOf(document, source)).toMatchObject({ text });
  });

  it('names what is an object', () => {
    expect(textOf(document, '{/to}')).toEqual({ wrong: '/to is an object. Point to one of its values.' });
    expect(textOf(document, '/lines')).toEqual({
      wrong: '/lines is a list of objects. Point to one of its values.',
    });
  });
});
