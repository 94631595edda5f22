import { beforeEach, describe, expect, it } from 'vitest';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type CursorPage, cursorPage, readCursor } from '../../../../../lib/platform/listing/index.ts';

interface Row {
  readonly at: string;
  readonly id: string;
  readonly number: number;
}

/** Rows that come later in the list have higher numbers; three share each instant. */
const rowOf = (number: number): Row => ({
  at: toInstant(Math.floor(number / 3) * 1_000),
  id: `r${String(number).padStart(6, '0')}`,
  number,
});
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => rowOf(from + index));

describe('pages of a list that is read on from a cursor', () => {
  /** Oldest first. */
  let list: Row[];
  /** Number of rows that were read for the last page. */
  let read: number;
  beforeEach(() => {
    list = rows(1, 20);
  });

  const page = (
    iterator: string | null,
    options: { limit?: number; matches?: (row: Row) => boolean } = {},
  ) => {
    read = 0;
    return cursorPage<Row>({
      limit: 6,
      cursor: iterator === null ? undefined : readCursor(iterator),
      async read({ towards, after, limit }) {
        const key = ({ at, id }: { at: string; id: string }) => `${at}#${id}`;
        const sorted = towards === 'older' ? list.toReversed() : list;
        const beyond = after
          ? sorted.filter((row) => (towards === 'older' ? key(row) < key(after) : key(row) > key(after)))
          : sorted;
        const found = beyond.slice(0, limit);
        read += found.length;
        return found;
      },
      ...options,
    });
  };
  const numbers = ({ results }: CursorPage<Row>) => results.map(({ number }) => number);

  it('have every row once, newest first, and tell the last of them', async () => {
    const first = await page(null);
    expect(numbers(first)).toEqual([20, 19, 18, 17, 16, 15]);
    const second = await page(first.iterator);
    const third = await page(second.iterator);
    expect([...numbers(second), ...numbers(third)]).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const last = await page(third.iterator);
    expect(numbers(last)).toEqual([2, 1]);
    expect([first.done, third.done, last.done, last.iterator]).toEqual([false, false, true, null]);
  });

  it('end with a full page when nothing is behind it', async () => {
    list = rows(1, 6);
    expect(await page(null)).toMatchObject({ done: true, iterator: null });
  });

  it('read one row more than they have, whatever the length of the list', async () => {
    list = rows(1, 50_000);
    const { iterator } = await page(null);
    expect(read).toBe(7);
    await page(iterator);
    expect(read).toBe(7);
  });

  it('do not move when rows are added in front of them or behind them', async () => {
    list = rows(5, 20);
    const first = await page(null);
    list = rows(1, 40);
    expect(numbers(await page(first.iterator))).toEqual([14, 13, 12, 11, 10, 9]);
  });

  it('lead back to newer rows, next to the page first, until there are none, and then to those to come', async () => {
    const first = await page(null);
    list = rows(1, 30);
    const newer = await page(first.prevIterator);
    expect(numbers(newer)).toEqual([26, 25, 24, 23, 22, 21]);
    expect(newer.done).toBe(false);
    expect(numbers(await page(newer.iterator))).toEqual(numbers(first));
    const newest = await page(newer.prevIterator);
    expect([numbers(newest), newest.done]).toEqual([[30, 29, 28, 27], true]);
    const none = await page(newest.prevIterator);
    expect([numbers(none), none.done]).toEqual([[], true]);
    list = rows(1, 31);
    expect(numbers(await page(none.prevIterator))).toEqual([31]);
  });

  it('of an empty list lead nowhere', async () => {
    list = [];
    expect(await page(null)).toEqual({ results: [], iterator: null, prevIterator: null, done: true });
  });

  it('reach every row that passes a filter, however rare, a bounded number of rows at a time', async () => {
    list = rows(1, 60_000);
    const wanted = new Set([59_999, 40_000, 12_345, 12_344, 1]);
    const found: number[] = [];
    let pages = 0;
    for (let iterator: string | null = null, done = false; !done; pages += 1) {
      const next: CursorPage<Row> = await page(iterator, {
        matches: ({ number }) => wanted.has(number),
        limit: 2,
      });
      expect(read).toBeLessThan(13_000);
      found.push(...numbers(next));
      ({ iterator, done } = next);
    }
    expect(found).toEqual([...wanted]);
    expect(pages).toBeGreaterThan(4);
  });

  it('with a filter that most rows pass read little more than they have', async () => {
    list = rows(1, 60_000);
    await page(null, { matches: ({ number }) => number % 3 !== 0, limit: 50 });
    expect(read).toBeLessThan(300);
  });

  it('refuse an iterator that no page came with', () => {
    const written = (text: string) => Buffer.from(text).toString('base64url');
    const at = '2026-03-02T09:00:00.000Z';
    expect(readCursor(written(`older|${at}|r1`))).toEqual({ towards: 'older', at, id: 'r1' });
    for (const text of [
      '',
      'older',
      `older|${at}`,
      `sideways|${at}|r1`,
      'older|yesterday|r1',
      `older|${at}|r1|`,
    ]) {
      expect(readCursor(written(text))).toBeUndefined();
    }
  });
});
