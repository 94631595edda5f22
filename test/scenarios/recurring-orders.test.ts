import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { type Recurring, recurringBread } from '../support/recurring-bread.ts';
import { scenario } from '../support/scenario.ts';

describe('43 3 recurring orders', () => {
  scenario('are created, skipped, come back, and are explained', async ({ story }) => {
    const { id } = await story.call<Recurring>(
      'POST',
      '/v1/recurring/orders',
      recurringBread(1, 'FREQ=DAILY'),
    );
    const path = `/v1/recurring/orders/${id}`;
    const read = () => story.call<Recurring>('GET', path);
    const until = (status: string) =>
      eventually(read, ({ occurrences: [first] }) => first?.status === status);
    const { occurrences } = await eventually(read, (one) =>
      one.occurrences.slice(0, 3).every(({ status }) => status === 'made'),
    );
    expect(occurrences[3]).toMatchObject({ status: 'to_come', orderId: null });
    const [first] = occurrences;
    const order = `/v1/order/${first?.orderId}`;
    const { entries } = await story.call<{ entries: { by: { type: string; name: string } }[] }>(
      'GET',
      `${order}/explanation`,
    );
    expect(entries.map(({ by }) => by)).toContainEqual({ type: 'recurring_order', id, name: 'Bread' });
    await story.call('PUT', `${path}/occurrences/${first?.date}`, { isSkipped: true });
    await eventually(read, (one) => one.occurrences[0]?.orderStatus === 'archived');
    await until('skipped');
    await story.call('DELETE', `${path}/occurrences/${first?.date}`);
    await eventually(read, (one) => one.occurrences[0]?.orderStatus === 'valid');
    await story.call('POST', `${path}/end`, {});
    await eventually(read, (one) => one.occurrences.every(({ orderStatus }) => orderStatus === 'archived'));
  });
});
