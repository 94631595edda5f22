import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Automations, act, startAutomations } from '../../../../../support/automations.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations();
});
afterEach(() => api.stop());

/** Reads of the table by a run that gives an order this many tags. */
async function readsOfRun(tags: number): Promise<number> {
  const nodes = Array.from({ length: tags }, (_, index) =>
    act('add_tag', { tag: `tag-${index}` }, `n${index}`),
  );
  const id = await api.workflow('order.created', nodes);
  const order = await api.order({ externalId: `order-${tags}` });
  const send = vi.spyOn(api.db.client, 'send');
  await api.drain();
  const reads = send.mock.calls.filter(([command]) => /^(Get|Query|BatchGet)/.test(command.constructor.name));
  send.mockRestore();
  const { tags: found } = await api.must('GET /v1/order/{id}', { params: { id: order.id } });
  expect(found).toHaveLength(tags);
  await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
  return reads.length;
}

describe('the changes of a leg', () => {
  it('49.4 read what the order is judged by once, however many actions change it', async () => {
    // What is remembered between events is in the same state for both measurements: a workflow has changed.
    await readsOfRun(1);
    const few = await readsOfRun(2);
    // And one more that finds that the workflows have changed since.
    expect(await readsOfRun(20)).toBeLessThanOrEqual(few + 1);
  });
});
