import { afterEach, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { rememberedProviders, startOwnFleet } from '../../../../../support/own-fleet-world.ts';

let api: DispatchApi;
afterEach(() => api.stop());

const refusing = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    faultyProvider({ id: `prv_${index}`, name: `P${index}`, priceCents: 100 + index, creates: ['refuse'] }),
  );

/** The number of providers that were asked to take an order of this strategy. */
async function asked(fleet: ReturnType<typeof refusing>, strategyId: string): Promise<number> {
  const { id } = await api.order({ dispatchStrategyId: strategyId });
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await api.drain();
  return fleet.filter(({ calls }) => calls.some((call) => call.startsWith('create'))).length;
}

it('4.4: a strategy makes as many attempts as it says, and not one more', async () => {
  const fleet = refusing(4);
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
  const { id } = await api.strategy({ maxAttempts: 2, reassignOnFailure: true });
  expect(await asked(fleet, id)).toBe(2);
});

it('4.4: the strategy to which another escalates makes none when ten attempts were made', async () => {
  const fleet = [...refusing(10), faultyProvider({ id: 'prv_last', name: 'Last', priceCents: 900 })];
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
  const last = await api.strategy({ label: 'Last', allowedProviders: ['prv_last'] });
  const first = await api.strategy({
    maxAttempts: 10,
    reassignOnFailure: true,
    allowedProviders: fleet.slice(0, 10).map(({ provider }) => provider.id),
    escalateToOptionsGroupId: last.id,
  });
  expect(await asked(fleet, first.id)).toBe(10);
  expect(fleet.at(-1)?.held()).toEqual([]);
});

it('4.4: a batch goes to as many providers as its strategy makes attempts, and not to one more', async () => {
  const fleet = refusing(4);
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
  const { id: optionsGroupId } = await api.strategy({
    enableAutoDispatch: true,
    maxAttempts: 2,
    reassignOnFailure: true,
  });
  const packages = ['+14155551001', '+14155551002'].map((dropoffPhoneNumber, index) => ({
    ...jobBodyExample,
    packageExternalIdentifier: `box-${index}`,
    dropoffPhoneNumber,
  }));
  await api.must('POST /v1/batch_job', { body: { packages, optionsGroupId } });
  await api.drain();
  // Each provider gives up one package and is then asked for none; it releases what it has accepted.
  expect(fleet.map(({ calls }) => calls.some((call) => call.startsWith('create')))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('4.4: the next attempt goes to a provider that quoted, although its account was switched on a moment ago', async () => {
  const first = faultyProvider({ id: 'prv_first', name: 'First', priceCents: 1, creates: ['refuse'] });
  const extra = rememberedProviders([first.provider]);
  const world = await startOwnFleet([], {}, { extra });
  api = world;
  const courierId = await world.courier();
  const { id: dispatchStrategyId } = await api.strategy({ reassignOnFailure: true });
  const { id } = await api.order({ dispatchStrategyId });
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await world.switchOffAndOn();
  await api.drain();
  expect(first.calls.some((call) => call.startsWith('create'))).toBe(true);
  expect(await world.assignments(courierId)).toHaveLength(1);
});
