import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProvider, type Provider, type ProviderUpdate } from '../../../lib/fulfilment/providers/index.ts';
import {
  SIMULATORS,
  simulatedProviders,
  stepSimulation,
} from '../../../lib/fulfilment/providers/simulators/index.ts';
import { anyShipment } from '../../support/builders/any-shipment.ts';
import { startTestTable, type TestTable } from '../../support/test-table.ts';
import { anyCreateRequest, providerConformance } from './provider-conformance.ts';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const named = (name: string): Provider => {
  const found = simulatedProviders(db.deps).find((provider) => provider.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe.each(SIMULATORS.map(({ name }) => name))('provider %s', (name) => {
  providerConformance(() => named(name));
});

/** Accepts a delivery with these faults and runs its courier to the end. Returns every report, in order. */
async function run(
  name: string,
  faults: readonly string[] = [],
  report?: (update: ProviderUpdate) => 'told' | 'over',
) {
  const provider = named(name);
  const shipment = anyShipment({ requirements: faults.map((fault) => `custom:simulate:${fault}`) });
  const request = anyCreateRequest({ shipment });
  await provider.create(request);
  const told: string[] = [];
  const simulation = { organizationId: 'org_test', key: request.idempotencyKey, providerId: provider.id };
  for (let count = 0; count < 50; count += 1) {
    const step = await stepSimulation(
      {
        ...db.deps,
        async report(_organization, update) {
          told.push(update.status ?? '');
          return report?.(update) ?? 'told';
        },
      },
      simulation,
    );
    if (step.done) return { told, provider, request, simulation };
    db.deps.clock.advance(Math.max(0, Date.parse(step.wakeAt) - db.deps.clock.now()));
  }
  throw new Error('the courier never ended');
}

const WHOLE_WAY = SIMULATORS[0]!.script;

describe('simulated couriers (6.3)', () => {
  it.each(['FleetSimulator', 'FleetSimulatorFast', 'FaultyFleetSimulator'])(
    'of %s walk the whole way',
    async (name) => {
      expect((await run(name)).told).toEqual(WHOLE_WAY);
    },
  );

  it('of FailingFleetSimulator fail', async () => {
    expect((await run('FailingFleetSimulator')).told).toEqual(['not_assigned_driver', 'failed']);
  });

  it('start when the pickup window opens', async () => {
    const startTime = new Date(db.deps.clock.now() + 3_600_000).toISOString();
    const shipment = anyShipment({ pickup: { ...anyShipment().pickup, startTime } });
    const request = anyCreateRequest({ shipment });
    const provider = named('FleetSimulatorFast');
    await provider.create(request);
    const simulation = { organizationId: 'org_test', key: request.idempotencyKey, providerId: provider.id };
    const step = await stepSimulation({ ...db.deps, report: async () => 'told' }, simulation);
    expect(step).toMatchObject({ done: false });
    if (!step.done) expect(step.wakeAt > startTime).toBe(true);
  });

  it('go home when the delivery has ended or was cancelled', async () => {
    const ended = await run('FleetSimulatorFast', [], ({ status }) =>
      status === 'pickup_enroute' ? 'over' : 'told',
    );
    expect(ended.told.at(-1)).toBe('pickup_enroute');
    const { provider, request, simulation } = ended;
    await provider.cancel({ ...request, providerDeliveryId: null, reason: 'test' });
    expect(await stepSimulation({ ...db.deps, report: async () => 'told' }, simulation)).toEqual({
      done: true,
    });
  });
});

/** Time limits for calls that are answered, and for those that are not. */
const AMPLE_MS = 10_000;
const SHORT_MS = 50;

describe('faults of FaultyFleetSimulator', () => {
  const create = (
    fault: string,
    request = anyCreateRequest({ shipment: anyShipment({ requirements: [`custom:simulate:${fault}`] }) }),
  ) => {
    const provider = named('FaultyFleetSimulator');
    const call = (createMs = AMPLE_MS) => {
      const limited = { ...provider, timeLimits: { ...provider.timeLimits, createMs } };
      return callProvider(limited, 'create', (signal) => provider.create({ ...request, signal }));
    };
    return { provider, request, call };
  };

  it('refuse: the delivery is refused', async () => {
    expect((await create('refuse').call()).outcome).toBe('refused');
  });

  it('refuse-quote: no quote is given', async () => {
    const shipment = anyShipment({ requirements: ['custom:simulate:refuse-quote'] });
    const quote = await named('FaultyFleetSimulator').quote({
      organizationId: 'org_test',
      routeId: null,
      driverId: null,
      signal: AbortSignal.timeout(AMPLE_MS),
      shipment,
    });
    expect(quote.outcome).toBe('refused');
  });

  it('time-out: never answers and holds nothing', async () => {
    const { provider, request, call } = create('time-out');
    await expect(call(SHORT_MS)).rejects.toThrow('did not answer');
    expect(await provider.refresh({ ...request, providerDeliveryId: null })).toEqual({ outcome: 'unknown' });
  });

  it('answer-late: takes it without answering in time; the second call gets the answer', async () => {
    const { provider, request, call } = create('answer-late');
    await expect(call(SHORT_MS)).rejects.toThrow('did not answer');
    await expect
      .poll(() => provider.refresh({ ...request, providerDeliveryId: null }))
      .toMatchObject({ outcome: 'known' });
    expect((await call()).outcome).toBe('accepted');
  });

  it('answer-twice: every status comes twice', async () => {
    const { told } = await run('FaultyFleetSimulator', ['answer-twice']);
    expect(told).toEqual(WHOLE_WAY.flatMap((status) => [status, status]));
  });

  it('out-of-order: neighbours change places, nothing is lost, the end stays the end', async () => {
    const { told } = await run('FaultyFleetSimulator', ['out-of-order']);
    expect(told).not.toEqual(WHOLE_WAY);
    expect([...told].sort()).toEqual([...WHOLE_WAY].sort());
    expect(told.at(-1)).toBe('dropoff_complete');
  });

  it('fail: fails on the way', async () => {
    expect((await run('FaultyFleetSimulator', ['fail'])).told.at(-1)).toBe('failed');
  });

  it('refuse-cancel: keeps the delivery', async () => {
    const { provider, request, call } = create('refuse-cancel');
    await call();
    expect((await provider.cancel({ ...request, providerDeliveryId: null, reason: 'test' })).outcome).toBe(
      'refused',
    );
  });
});
