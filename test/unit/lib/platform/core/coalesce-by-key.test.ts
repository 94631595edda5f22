import { expect, it } from 'vitest';
import { coalesceByKey } from '../../../../../lib/platform/core/coalesce-by-key.ts';

/** Work that ends on demand. */
function begunWork() {
  const rounds: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      rounds.push({ items: [...items], end: (error) => (error ? reject(error) : resolve()) });
    });
  return { rounds, work };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

it('does what came in meanwhile in one go, as many as may be, and other keys at once', async () => {
  const { rounds, work } = begunWork();
  const add = coalesceByKey(work, 3).bind(undefined, {});
  const first = add('a', '1');
  await soon();
  const later = ['2', '3', '4', '5'].map((item) => add('a', item));
  const other = add('b', '6');
  await soon();
  expect(rounds.map(({ items }) => items)).toEqual([['1'], ['6']]);
  rounds[1]!.end();
  await other;
  rounds[0]!.end();
  await first;
  await soon();
  expect(rounds[2]!.items).toEqual(['2', '3', '4']);
  rounds[2]!.end();
  await Promise.all(later.slice(0, 3));
  await soon();
  expect(rounds[3]!.items).toEqual(['5']);
  rounds[3]!.end();
  await later[3];
});

it('a failure is that of its own items, and the next ones are done all the same', async () => {
  const { rounds, work } = begunWork();
  const add = coalesceByKey(work, 3).bind(undefined, {});
  const first = add('a', '1');
  await soon();
  const next = add('a', '2');
  rounds[0]!.end(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await soon();
  rounds[1]!.end();
  await expect(next).resolves.toBeUndefined();
});

it('nobody waits for the work of another process, which may have died', async () => {
  const { rounds, work } = begunWork();
  const add = coalesceByKey(work, 3);
  void add({ name: 'dead' }, 'a', '1');
  await soon();
  const other = add({ name: 'living' }, 'a', '2');
  await soon();
  expect(rounds.map(({ items }) => items)).toEqual([['1'], ['2']]);
  rounds[1]!.end();
  await expect(other).resolves.toBeUndefined();
});
