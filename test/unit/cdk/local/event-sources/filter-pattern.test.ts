import { describe, expect, test } from 'vitest';
import { compileFilters } from '../../../../../cdk/local/event-sources/filter-pattern.ts';

const event = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { type: { S: 'order.created' }, tags: ['a', 'b'] } },
  n: 5,
};

describe('compileFilters', () => {
  test.each<[string, unknown, boolean]>([
    ['equality', { eventName: ['INSERT', 'MODIFY'] }, true],
    ['inequality', { eventName: ['REMOVE'] }, false],
    ['prefix', { dynamodb: { NewImage: { type: { S: [{ prefix: 'order.' }] } } } }, true],
    ['suffix', { dynamodb: { NewImage: { type: { S: [{ suffix: '.deleted' }] } } } }, false],
    ['exists', { dynamodb: { NewImage: { type: [{ exists: true }] } } }, true],
    ['absent', { dynamodb: { OldImage: { type: { S: [{ exists: false }] } } } }, true],
    ['anything but', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
    ['anything but a prefix', { eventName: [{ 'anything-but': { prefix: 'IN' } }] }, false],
    ['numbers in a range', { n: [{ numeric: ['>', 0, '<=', 5] }] }, true],
    ['numbers outside', { n: [{ numeric: ['<', 5] }] }, false],
    ['a member of a list', { dynamodb: { NewImage: { tags: ['b'] } } }, true],
    ['one of several', { $or: [{ n: [1] }, { eventName: ['INSERT'] }] }, true],
    ['all keys', { eventName: ['INSERT'], n: [4] }, false],
  ])('%s', (_name, pattern, passes) => {
    expect(compileFilters([JSON.stringify(pattern)])(event)).toBe(passes);
  });

  test('several patterns let through what any of them does; none lets all through', () => {
    expect(compileFilters(['{"n":[1]}', '{"n":[5]}'])(event)).toBe(true);
    expect(compileFilters([])(event)).toBe(true);
  });

  test('names an operator that it does not know', () => {
    expect(() => compileFilters(['{"n":[{"cidr":"10.0.0.0/8"}]}'])).toThrow('"cidr" is not supported');
  });
});
