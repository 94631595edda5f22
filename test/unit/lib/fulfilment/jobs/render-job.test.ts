import { describe, expect, it } from 'vitest';
import {
  changeJob,
  type Delivery,
  renderJob,
  returnedJobSchema,
  type Task,
} from '../../../../../lib/fulfilment/jobs/index.ts';
import { anyJobAggregate } from '../../../../support/builders/any-job.ts';

const history = [
  { created_at: '2026-03-02T09:00:00.000Z', status: 'created' as const },
  { created_at: '2026-03-02T09:05:00.000Z', status: 'assigned_driver' as const },
  { created_at: '2026-03-02T09:10:00.000Z', status: 'failed' as const },
];

/** The first attempt failed after a driver had been assigned; a second one was opened at 09:10. */
function failedOver() {
  const first = anyJobAggregate({
    task: { status: 'failed', failureReason: 'no capacity' },
    delivery: { status: 'failed', statusHistory: history },
  });
  const task = first.tasks[0]!.value;
  const delivery = first.deliveries[0]!.value;
  const second: Task = {
    ...task,
    id: `${task.id.slice(0, -1)}2`,
    deliveryId: `${delivery.id.slice(0, -1)}2`,
    attempt: 2,
    status: 'created',
    failureReason: null,
    createdAt: '2026-03-02T09:10:00.000Z',
  };
  const next: Delivery = {
    ...delivery,
    id: second.deliveryId,
    taskId: second.id,
    attempt: 2,
    status: 'created',
    statusHistory: [{ created_at: '2026-03-02T09:10:00.000Z', status: 'created' }],
    createdAt: '2026-03-02T09:10:00.000Z',
  };
  return changeJob(first, { tasks: [second], deliveries: [next] }, '2026-03-02T09:10:00.000Z').next;
}

describe('2.3 a job in its wire form', () => {
  it('has every field of the specification and fits its schema', () => {
    const job = renderJob(anyJobAggregate());
    expect(returnedJobSchema.parse(job)).toEqual(job);
    expect(job.shortReferenceCode).toMatch(/^\d{7}$/);
    expect(job).toMatchObject({
      isActive: true,
      isBatch: false,
      batch: null,
      route: null,
      optionsGroup: null,
    });
    const [configuration] = job.jobConfigurations;
    expect(configuration?.advancedTask).toEqual(configuration?.tasks[0]);
    expect(configuration?.delivery).toMatchObject({ status: 'created', isActive: true, price: 7 });
    expect(configuration?.package).toMatchObject({ valueCents: 2500, value: 25 });
  });

  it('compressed leaves out quotes and reduces the advanced task to its id', () => {
    const [configuration] = renderJob(anyJobAggregate(), { compressed: true }).jobConfigurations;
    expect(configuration?.tasks[0]).not.toHaveProperty('quotes');
    expect(configuration?.tasks[0]).not.toHaveProperty('failedQuotes');
    expect(configuration?.advancedTask).toEqual({ id: configuration?.tasks[0]?.id });
  });

  it('is no longer active when its last delivery has ended', () => {
    expect(renderJob(failedOver()).isActive).toBe(true);
    const ended = anyJobAggregate({
      task: { status: 'completed' },
      delivery: { status: 'dropoff_complete' },
    });
    expect(renderJob(ended).isActive).toBe(false);
  });

  it('as of an event shows status, history and attempts of that moment', () => {
    const job = failedOver();
    const deliveryId = job.deliveries[0]!.value.id;
    const seen = (historyLength: number) =>
      renderJob(job, { asOf: { deliveryId, historyLength } }).jobConfigurations[0]!;
    expect(seen(2).delivery).toMatchObject({ id: deliveryId, status: 'assigned_driver', isActive: true });
    expect(seen(2).delivery?.statusHistory).toEqual(history.slice(0, 2));
    expect(seen(2).tasks).toHaveLength(1);
    expect(seen(2).tasks[0]).toMatchObject({ status: 'running', failureReason: null });
    expect(seen(3).tasks[0]).toMatchObject({ status: 'failed', failureReason: 'no capacity' });
    expect(renderJob(job).jobConfigurations[0]?.tasks).toHaveLength(2);
  });
});
