import { afterEach, beforeEach, expect, it } from 'vitest';
import { providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { askForQuotes, jobQuoteId } from '../../../../../lib/fulfilment/quotes/index.ts';
import { DEFAULT_STRATEGY, type StrategySettings } from '../../../../../lib/fulfilment/strategies/index.ts';
import { mapConcurrently } from '../../../../../lib/platform/core/map-concurrently.ts';
import { anyShipment } from '../../../../support/builders/any-shipment.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

const DISPATCHES = 10_000;
/** Parallel dispatches: they share only the table, and nothing in it counts. */
const WIDTH = 100;

it('6.2: under `weighted` 10,000 dispatches in parallel go to each provider by its share, within 2 %', async () => {
  const weights = { prv_a: 5, prv_b: 3, prv_c: 2 };
  const strategy: StrategySettings = {
    ...DEFAULT_STRATEGY,
    providerSelectionStrategy: 'weighted',
    providerRules: Object.entries(weights).map(([providerId, weight]) => ({ providerId, weight })),
  };
  const providers = providerRegistry(
    Object.keys(weights).map(
      (id) => faultyProvider({ id, name: id.toUpperCase(), priceCents: 100 }).provider,
    ),
  );
  const firsts = await mapConcurrently(Array.from({ length: DISPATCHES }), WIDTH, async (_, index) => {
    const jobId = `job_01KJQ00000000000000${String(index).padStart(7, '0')}`;
    const round = await askForQuotes(
      { ...db.deps, providers },
      {
        organizationId: 'org_a',
        routeId: null,
        driverId: null,
        shipment: anyShipment(),
        strategy,
        maxFeeCents: null,
        quoteId: (place) => jobQuoteId(jobId, 1, db.deps.clock.now(), place),
      },
    );
    return round.quotes[0]?.providerId;
  });
  for (const [id, weight] of Object.entries(weights)) {
    const share = firsts.filter((first) => first === id).length / DISPATCHES;
    expect(Math.abs(share - weight / 10), `${id} has ${share}`).toBeLessThan(0.02);
  }
});
