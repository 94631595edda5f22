import { expect, it } from 'vitest';
import { deliveryEvents } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { HEARD_EVENTS } from '../../../../../../lib/reactions/automations/runs/heard-events.ts';
import {
  occurredEventOf,
  TRIGGERING_EVENTS,
} from '../../../../../../lib/reactions/automations/runs/occurred-event.ts';

const eventOf = (name: string, data: object) => ({
  id: 'evt_1',
  name,
  organizationId: 'org_1',
  aggregateType: 'order',
  aggregateId: 'ord_1',
  occurredAt: '2026-03-02T09:00:00.000Z',
  data,
});

const keysOf = (name: string) => HEARD_EVENTS.find((one) => one.name === name)?.heard?.as;

it('47 2: the router asks for the name by which triggers know an event', () => {
  // The ends of optimizations are named by their status, and custom events by people.
  const PARSED = ['activity.status_changed', 'custom_event.occurred', 'notification_trigger.tripped'];
  for (const { name } of TRIGGERING_EVENTS.filter((one) => !PARSED.includes(one.name)))
    expect(keysOf(name)).toContain(occurredEventOf(eventOf(name, { deliveryId: 'dlv_1' })).event.name);
  const ended = { activityId: 'act_1', action: 'act_optimize_routes', status: 'SUCCESS', error: null };
  const { event } = occurredEventOf(eventOf('activity.status_changed', ended));
  expect([event.name, keysOf('activity.status_changed')]).toEqual([
    expect.stringContaining('optimization.'),
    ['optimization.completed', 'optimization.failed'],
  ]);
  expect(HEARD_EVENTS.map(({ name }) => name)).toEqual(TRIGGERING_EVENTS.map(({ name }) => name));
});

it('47 2: all custom events are handed over, orders also to workflows on their windows, and updates as new ones', () => {
  expect(HEARD_EVENTS.find(({ name }) => name === 'custom_event.occurred')).not.toHaveProperty('heard');
  expect(keysOf('order.updated')).toEqual(['order.updated', 'order.created', 'order.moments']);
  expect(keysOf('order.canceled')).toEqual(['order.canceled', 'order.moments']);
  expect(keysOf(deliveryEvents.failed.name)).toEqual(['delivery.status_updated']);
});
