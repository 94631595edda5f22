import { afterEach, expect, it } from 'vitest';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

let api: DispatchApi;
afterEach(() => api.stop());

const dispatch = async () => {
  const { id } = await api.order();
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await api.drain();
  return job.id as string;
};

it('4.3: a refusal after a call without an answer does not settle that call: the task is withdrawn before another gets it', async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: ['late', 'refuse'] });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
  await dispatch();
  for (let minute = 0; minute < 5; minute += 1) await api.pass(60_000);
  expect(one.calls.slice(0, 3)).toEqual(['create late', 'create refuse', 'cancel cancel']);
  one.letLateCallsArrive();
  expect(one.held()).toEqual([]);
  expect(two.held()).toHaveLength(1);
});

it('4.3: a job cancelled while a call is without an answer is withdrawn twice, the second time when the call has ended', async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: ['late'] });
  api = await startDispatchApi([one.provider]);
  const jobId = await dispatch();
  await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
  await api.drain();
  expect(one.calls).toEqual(['create late', 'cancel cancel']);
  for (let minute = 0; minute < 5; minute += 1) await api.pass(60_000);
  expect(one.calls).toEqual(['create late', 'cancel cancel', 'cancel cancel']);
});

it('4.3: a refusal of the only call settles it: nothing is withdrawn, and the next provider gets the task at once', async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: ['refuse'] });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
  await dispatch();
  expect(one.calls).toEqual(['create refuse']);
  expect(two.held()).toHaveLength(1);
});
