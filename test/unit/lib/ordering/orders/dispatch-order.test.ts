import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dispatchedOrder,
  dispatchFailedOrder,
  orderEntity,
  readOrder,
  refuseDispatch,
  undispatchedOrder,
} from '../../../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyActor, anyOrder } from '../../../../support/builders/any-order.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const occurredAt = '2026-03-02T09:05:00.000Z';

describe('3.1 an order and its dispatch', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable();
  });
  afterEach(() => db.stop());

  const stored = async () => {
    const found = await readOrder(db.deps.table, anyActor, anyOrder().id);
    if (isRefusal(found)) throw new Error(found.message);
    return found.stored;
  };

  it('becomes dispatched with its job, and valid again without it', async () => {
    const { table } = db.deps;
    await table.write([create(orderEntity, anyOrder())]);
    await table.write(dispatchedOrder(await stored(), { jobId: 'job_1', occurredAt }));
    expect((await stored()).value).toMatchObject({ status: 'dispatched', jobId: 'job_1' });
    expect(refuseDispatch((await stored()).value)?.kind.code).toBe('ORDER_ALREADY_DISPATCHED');

    await table.write(undispatchedOrder(await stored(), { occurredAt }));
    expect((await stored()).value.status).toBe('valid');
    expect((await stored()).value.jobId).toBeUndefined();
    const names = (await db.events()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['order.dispatched', 'order.undispatched']);
  });

  it('is dispatched by one of two at the same time', async () => {
    const { table } = db.deps;
    await table.write([create(orderEntity, anyOrder())]);
    const read = await stored();
    const outcomes = await Promise.all(
      ['job_1', 'job_2'].map((jobId) => table.write(dispatchedOrder(read, { jobId, occurredAt }))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('that no provider takes is marked and can be dispatched again', async () => {
    const { table } = db.deps;
    await table.write([create(orderEntity, anyOrder())]);
    await table.write(
      dispatchFailedOrder(await stored(), { code: 'NO_VALID_QUOTES', reason: 'No quotes.', occurredAt }),
    );
    expect((await stored()).value).toMatchObject({
      status: 'dispatch_failure',
      dispatchFailureReason: 'No quotes.',
      dispatchFailureCode: 'NO_VALID_QUOTES',
    });
    expect(refuseDispatch((await stored()).value)).toBeUndefined();
  });

  it('with validation errors is refused, naming them', () => {
    const refusal = refuseDispatch(
      anyOrder({ status: 'needs_attention', validationErrors: { valueCents: 'Missing.' } }),
    );
    expect(refusal?.kind.code).toBe('ORDER_VALIDATION_ERRORS_BLOCK_ELIGIBILITY');
    expect(refusal?.details.validationErrors).toEqual({ valueCents: 'Missing.' });
  });
});
