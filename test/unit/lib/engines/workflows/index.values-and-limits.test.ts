import { describe, expect, test } from 'vitest';
import { charactersOf } from '../../../../../lib/platform/core/characters.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  codesOf,
  effectOf,
  filter,
  runOnce,
  single,
  stepOf,
} from './builders.ts';

/** The result of one condition for an order. */
function says(condition: object, order: Record<string, never> | Record<string, unknown> = {}, more = {}) {
  const workflow = single(filter('n', condition));
  const advanced = runOnce(workflow, { context: { order: anyOrder(order as never), ...more } });
  return stepOf(advanced, 'n').status;
}

const [HOLDS, NOT, ERROR] = [
  'completed_filter_success',
  'completed_filter_negative',
  'completed_filter_error',
];

describe('4.6.7 values that are compared', () => {
  const metadata = (operator: string, value: unknown) => ({
    field: 'order.orderMetadata.tier',
    operator,
    value,
  });

  test.each([
    ['equals', 'gold', 3, NOT],
    ['equals', 3, '3', NOT],
    ['equals', true, 'true', NOT],
    ['equals', 'gold', ['gold'], NOT],
    ['equals', 'gold', { gold: 1 }, NOT],
    ['not_equals', 3, '3', HOLDS],
    ['in', ['gold', 'silver'], 3, NOT],
    ['in', [3], { a: 1 }, NOT],
    ['not_in', ['gold'], 3, HOLDS],
    ['equals', 3, 3, HOLDS],
  ])('metadata of another type is another value: %s %j on %j', (operator, wanted, tier, expected) => {
    expect(says(metadata(operator, wanted), { orderMetadata: { tier } })).toBe(expected);
  });

  test('a field of ours with a value of another type still cannot be judged', () => {
    expect(says({ field: 'order.status', operator: 'equals', value: 'valid' }, { status: 3 })).toBe(ERROR);
  });

  test.each([
    ['before', '2030-01-01'],
    ['after', '2001-01-01'],
    ['within_last', { amount: 5, unit: 'days' }],
    ['more_than_ago', { amount: 5, unit: 'minutes' }],
  ])('a number is no date-time: %s', (operator, value) => {
    const condition = { field: 'order.orderMetadata.at', operator, value };
    expect(says(condition, { orderMetadata: { at: 1_764_000_000_000 } })).toBe(ERROR);
    const other = {
      field: 'order.createdAt',
      operator: 'before',
      value: { field: 'order.orderMetadata.at' },
    };
    expect(says(other, { orderMetadata: { at: 1_764_000_000_000 } })).toBe(ERROR);
  });

  test.each([
    ['equals', 'returned_to_store', 'returned', HOLDS],
    ['equals', 'CANCELED_BY_NASH', 'canceled_by_system', HOLDS],
    ['not_equals', 'returned_to_store', 'returned', NOT],
    ['in', ['canceled_by_nash', 'failed'], 'canceled_by_system', HOLDS],
    ['not_in', ['returned_to_store'], 'returned', NOT],
  ])('an old spelling of a status means the status: %s %j', (operator, value, status, expected) => {
    const workflow = anyWorkflow({
      nodes: [filter('n', { field: 'delivery.status', operator, value })],
      edges: ['start>n'],
      on: 'job.created',
    });
    const context = { order: anyOrder(), delivery: { id: 'dlv_1', status } };
    expect(stepOf(runOnce(workflow, { context }), 'n').status).toBe(expected);
  });
});

describe('4.6.13 the date of a reschedule', () => {
  const moved = (date: string) => {
    const node = action('n', 'reschedule_order', {
      method: 'move_to_date',
      date: '{{order.orderMetadata.day}}',
    });
    const advanced = runOnce(single(node), {
      context: { order: anyOrder({ orderMetadata: { day: date } }) },
    });
    const { status, reason } = stepOf(advanced, 'n');
    return status === 'failed' ? reason : advanced.run.context.order?.pickupStartTime;
  };

  test('what follows a date makes it none', () => {
    expect(moved('2027-03-05garbage')).toContain('not a date');
    expect(moved('2027-03-05T99:00Z')).toContain('not a date');
  });

  test('a date-time means the day that it is where the pickup is', () => {
    // Pickup at 10:00 in New York; 03:00 UTC is still the day before there.
    expect(moved('2027-03-05')).toBe('2027-03-05T15:00:00.000Z');
    expect(moved('2027-03-05T03:00:00Z')).toBe('2027-03-04T15:00:00.000Z');
    expect(moved('2027-03-05T03:00:00-05:00')).toBe('2027-03-05T15:00:00.000Z');
    expect(moved('2027-03-05T03:00:00')).toBe('2027-03-05T15:00:00.000Z');
  });
});

describe('4.6.6 an amount from a variable', () => {
  const tip = (amount: unknown) => {
    const node = action('n', 'modify_order_price_or_tip', {
      target: 'tip',
      operation: 'set',
      amountCents: '{{order.orderMetadata.tip}}',
    });
    const context = { order: anyOrder({ orderMetadata: { tip: amount } as never }) };
    const advanced = runOnce(single(node), { context });
    return advanced.effects[0]?.payload.amountCents ?? stepOf(advanced, 'n').status;
  };

  test('digits are a number, as on reschedule', () => {
    expect(tip('60')).toBe(60);
    expect(tip(60)).toBe(60);
  });

  test.each(['6.5', '-60', '6e2', ' 60', '', '99999999999', true])('%j is none', (amount) => {
    expect(tip(amount)).toBe('failed');
  });
});

describe('4.6.11 order text', () => {
  const write = (text: string) => {
    const config = { target: 'order_description', mode: 'replace', text };
    return stepOf(runOnce(single(action('n', 'modify_order_instructions', config), 'order.creating')), 'n');
  };

  test('280 counts characters as people see them', () => {
    expect(write('😀'.repeat(280)).status).toBe('completed');
    expect(write('👍🏽'.repeat(280)).status).toBe('completed');
    expect(write('e\u0301'.repeat(280)).status).toBe('completed');
    expect(write('😀'.repeat(281)).reason).toContain('281 characters');
  });

  test('marks piled on one letter do not get around the limit', () => {
    expect(charactersOf(`a${'\u0301'.repeat(4_000)}`)).toBe(1_001);
    expect(write(`a${'\u0301'.repeat(1_500)}`).status).toBe('failed');
  });

  const text = (key: string, more: object = {}) => ({
    ...action(key, 'modify_order_instructions', { target: 'dropoff_instructions', text: key }),
    ...more,
  });
  const isGold = filter('gold', {
    field: 'order.orderMetadata.tier',
    operator: 'equals',
    value: 'gold',
  });
  const codes = (nodes: Parameters<typeof anyWorkflow>[0]['nodes'], edges: readonly string[]) =>
    codesOf(anyWorkflow({ nodes, edges, on: 'order.creating' })).filter(
      (code) => code === 'action.exclusive',
    );

  test('nodes of which only one can run may change the same field', () => {
    expect(codes([isGold, text('a'), text('b')], ['start>gold', 'gold+a', 'gold-b'])).toEqual([]);
    expect(codes([text('a'), text('b', { isEnabled: false })], ['start>a', 'a>b'])).toEqual([]);
  });

  test('nodes of which both can run may not', () => {
    expect(codes([text('a'), text('b')], ['start>a', 'a>b'])).toHaveLength(1);
    expect(codes([isGold, text('a'), text('b')], ['start>gold', 'gold+a', 'a>b'])).toHaveLength(1);
    expect(codes([isGold, text('a'), text('b')], ['start>gold', 'gold+a', 'start>b'])).toHaveLength(1);
    expect(codes([isGold, text('a'), text('b')], ['start>gold', 'gold+a', 'gold-b', 'a>b'])).toHaveLength(1);
  });

  test('a disabled filter decides nothing: only its success edge is followed', () => {
    const off = { ...isGold, isEnabled: false };
    const nodes = [off, text('a'), text('b')];
    expect(codes(nodes, ['start>gold', 'gold+a', 'gold-b'])).toEqual([]);
    expect(codes(nodes, ['start>gold', 'gold+a', 'a>b', 'gold-b'])).toHaveLength(1);
  });
});

describe('4.6.14 once per order', () => {
  const message = action('n', 'send_email', {
    to: 'a@example.com',
    subject: 'S',
    body: 'B',
    oncePerOrder: true,
  });

  test('a live test neither obeys nor makes the claim', () => {
    const sent = ['wf_1:n:ord_1'];
    const advanced = runOnce(single(message), { mode: 'live_test', alreadySent: sent });
    expect(effectOf(advanced, 'n').payload.onceKey).toBeNull();
    expect(runOnce(single(message), { alreadySent: sent }).effects).toEqual([]);
  });
});
