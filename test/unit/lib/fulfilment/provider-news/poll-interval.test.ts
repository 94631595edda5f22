import { describe, expect, it } from 'vitest';
import { nextPollAt } from '../../../../../lib/fulfilment/provider-news/poll-interval.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const anyDelivery = (more: object = {}) => ({
  status: 'created' as const,
  createdAt: '2026-03-02T09:00:00.000Z',
  pickupStartTime: null,
  ...more,
});
const wait = (news: 'polled' | 'pushed' | 'reported', more: object = {}) => {
  const at = nextPollAt(news, anyDelivery(more), NOW);
  return at === undefined ? undefined : (at - NOW) / MINUTE;
};

describe('a provider is asked', () => {
  it.each([
    ['polled', { status: 'not_assigned_driver' }, 2],
    ['polled', { status: 'assigned_driver' }, 1],
    ['polled', { status: 'dropoff_enroute' }, 0.5],
    ['pushed', { status: 'dropoff_enroute' }, 10],
    ['reported', { status: 'dropoff_enroute' }, undefined],
    ['polled', { status: 'dropoff_complete' }, undefined],
    ['polled', { pickupStartTime: '2026-03-02T11:00:00.000Z' }, 105],
    ['polled', { pickupStartTime: '2026-03-05T11:00:00.000Z' }, 360],
    ['polled', { pickupStartTime: '2026-03-02T09:16:00.000Z' }, 2],
    ['polled', { pickupStartTime: '2026-03-02T11:00:00.000Z', status: 'assigned_driver' }, 1],
    ['polled', { createdAt: '2026-02-27T09:00:00.000Z', status: 'dropoff_enroute' }, 60],
    ['polled', { createdAt: '2026-02-01T09:00:00.000Z', status: 'dropoff_enroute' }, undefined],
  ] as const)('%s, %j: after %s minutes', (news, more, minutes) => {
    expect(wait(news, more)).toBe(minutes);
  });
});
