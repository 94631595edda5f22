import { expect, test } from 'vitest';
import { onFirstUse } from '../../../../../lib/platform/runtime/index.ts';

class Counter {
  #count = 0;
  readonly step = 2;

  next(): number {
    this.#count += this.step;
    return this.#count;
  }
}

test('a dependency is built once, when something of it is first used', () => {
  let built = 0;
  const counter = onFirstUse(() => {
    built += 1;
    return new Counter();
  });
  expect(built).toBe(0);
  expect([counter.next(), counter.next(), counter.step]).toEqual([2, 4, 2]);
  expect(built).toBe(1);
});

test('it can be a function', () => {
  const sum = onFirstUse(() => (a: number, b: number) => a + b);
  expect(sum(1, 2)).toBe(3);
});

test('it has what the dependency has', () => {
  const counter = onFirstUse(() => new Counter());
  expect('next' in counter).toBe(true);
  expect('previous' in counter).toBe(false);
  const frozen = onFirstUse(() => Object.freeze({ one: 1 }));
  expect({ ...frozen }).toEqual({ one: 1 });
});
