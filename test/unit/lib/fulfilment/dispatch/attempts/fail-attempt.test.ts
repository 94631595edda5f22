import { afterEach, expect, it } from 'vitest';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

let api: DispatchApi;
afterEach(() => api.stop());

it('4.3: after a withdrawal the key is cancelled a second time, when every earlier call has surely ended, and not again', async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: ['late', 'refuse'] });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
  const { id } = await api.order();
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await api.drain();
  for (let minute = 0; minute < 30; minute += 1) await api.pass(60_000);
  expect(one.calls).toEqual(['create late', 'create refuse', 'cancel cancel', 'cancel cancel']);
  expect(two.calls).toEqual(['create accept']);
});
