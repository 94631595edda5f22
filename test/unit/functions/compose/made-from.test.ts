import { expect, it } from 'vitest';
import { MAKERS, madeFrom } from '../../../../functions/compose/made-from.ts';
import { queueWorkers } from '../../../../functions/workers/index.ts';

it('44 7 events that lead to messages and notifications are known by their consumers', () => {
  expect(madeFrom('delivery.dropoff_complete')).toEqual(['webhook_message', 'notification']);
  expect(madeFrom('webhook.attempt_due')).toEqual(['webhook_message']);
  expect(madeFrom('notification.due_email')).toEqual(['notification']);
  expect(madeFrom('timer.webhook-retry')).toEqual(['webhook_message']);
  expect(madeFrom('courier.asked')).toEqual([]);
  expect(madeFrom('no.such_event')).toEqual([]);
});

it('44 7 every maker is a worker', () => {
  const names = new Set(queueWorkers.map(({ name }) => name));
  expect(Object.keys(MAKERS).filter((name) => !names.has(name))).toEqual([]);
});
