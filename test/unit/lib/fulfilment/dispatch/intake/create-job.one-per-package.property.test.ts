import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { noMapGeocoder } from '../../../../../../lib/engines/geocoding/index.ts';
import {
  autodispatchOrder,
  cancelJob,
  createJob,
  DUE_ORDER_EVENTS,
  dispatchDueOrder,
  HANDOVER_EVENTS,
  type JobDeps,
  superviseTask,
  upsertJob,
} from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { isJobOver, type JobAggregate, readJob } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { providerRegistry } from '../../../../../../lib/fulfilment/providers/index.ts';
import {
  archiveOrder,
  createOrder,
  type Order,
  orderEntity,
  unarchiveOrder,
  updateOrder,
} from '../../../../../../lib/ordering/orders/index.ts';
import { productsInTable } from '../../../../../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../../../../../lib/places/stores/index.ts';
import { zonesInTable } from '../../../../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../../../../../lib/platform/events/index.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../../support/orders-api.ts';
import { gated, startWork, type Work } from '../../../../../support/stepper.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';
import { windowBookingsOn } from '../../../../../support/window-bookings-on.ts';

const CALLER = { organizationId: 'org_a', storeLocationIds: null, listShards: 1, keyId: 'key_a' };
const X = 'x';
const NEW_REQUEST = { resumed: false };

/** Requests that compete for one external id: orders 0 and 1 have it, and so do jobs created without an order. */
const REQUESTS: Readonly<
  Record<string, (deps: JobDeps, world: { order: string; job: string | undefined }) => Promise<unknown>>
> = {
  dispatch: (deps, { order }) => autodispatchOrder(deps, CALLER, order),
  cancel: async (deps, { job }) => job && cancelJob(deps, CALLER, { id: job }),
  archive: (deps, { order }) => archiveOrder(deps, CALLER, order),
  unarchive: (deps, { order }) => unarchiveOrder(deps, CALLER, order, NEW_REQUEST),
  rename: (deps, { order }) => updateOrder(deps, CALLER, order, { fields: { externalId: 'y' } }),
  'rename back': (deps, { order }) => updateOrder(deps, CALLER, order, { fields: { externalId: X } }),
  'create job': (deps) =>
    createJob(deps, CALLER, { ...jobBodyExample, externalIdentifier: 'j', packageExternalIdentifier: X }),
  'upsert job': (deps) =>
    upsertJob(deps, CALLER, 'j', { ...jobBodyExample, packageExternalIdentifier: X, autodispatch: true }),
};
const NAMES = Object.keys(REQUESTS);
const HEARD = new Set([...DUE_ORDER_EVENTS, ...HANDOVER_EVENTS].map(({ name }) => name));

const scenario = fc.record({
  refuses: fc.array(fc.boolean(), { maxLength: 6 }),
  choices: fc.array(fc.record({ kind: fc.nat(99), which: fc.nat(999) }), { minLength: 60, maxLength: 160 }),
});

/** Two orders with one external id, and parallel requests and messages about them. */
class World {
  readonly trace: string[] = [];
  readonly #db: TestTable;
  readonly #deps: JobDeps;
  readonly #orders: string[] = [];
  readonly #seen = new Set<string>();
  #works: { work: Work; event: EventRecord | undefined }[] = [];

  constructor(db: TestTable, refuses: readonly boolean[]) {
    const creates = refuses.map((refuse) => (refuse ? ('refuse' as const) : ('accept' as const)));
    const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500, creates });
    this.#db = db;
    this.#deps = {
      ...db.deps,
      providers: providerRegistry([provider]),
      geocoder: noMapGeocoder,
      stores: storesInTable(db.deps.table),
      zones: zonesInTable(db.deps.table),
      products: productsInTable(db.deps.table),
      strategies: { exists: async () => true },
      windows: windowBookingsOn(db.deps),
    };
  }

  async begin(): Promise<void> {
    for (let made = 0; made < 2; made += 1) {
      const id = this.#deps.ids.next('ord');
      const fields = { ...validOrder, externalId: X };
      const order = await createOrder(this.#deps, CALLER, { id, fields });
      if (isRefusal(order)) throw new Error(order.message);
      this.#orders.push(id);
    }
  }

  async act({ kind, which }: { kind: number; which: number }): Promise<void> {
    if (kind < 78 && this.#works.length > 0) await this.#advance(which, kind === 77);
    else if (kind < 88) await this.#deliver(which);
    else await this.#request(which);
    this.#db.deps.clock.advance(1_000);
  }

  /** What must hold after every write. */
  async #check(): Promise<void> {
    const items = await this.#db.items();
    const orders = items
      .filter(({ type }) => type === 'order')
      .map(({ data }) => orderEntity.definition.schema.parse(data));
    const live = (await this.#jobs()).filter((job) => !isJobOver(job));
    const told = `${live.map(({ job }) => job.value.id)}\n${this.trace.join('\n')}`;
    const packages = live.flatMap(({ configurations }) =>
      configurations.map(({ value }) => value.package.externalIdentifier),
    );
    expect(new Set(packages).size, `one live job per package identifier: ${told}`).toBe(packages.length);
    const names = live.map(({ job }) => job.value.externalIdentifier);
    expect(new Set(names).size, `one live job per external identifier: ${told}`).toBe(names.length);
    for (const order of orders) expect(this.#agree(order, live), `${order.id}: ${told}`).toBe(true);
  }

  /** An active job of an order is the one that the dispatched order names. */
  #agree(order: Order, live: readonly JobAggregate[]): boolean {
    const own = live.filter(({ configurations }) =>
      configurations.some(({ value }) => value.orderId === order.id),
    );
    return own.every(({ job }) => order.status === 'dispatched' && order.jobId === job.value.id);
  }

  async #jobs(): Promise<readonly JobAggregate[]> {
    const ids = (await this.#db.items()).filter(({ type }) => type === 'job').map(({ data }) => data.id);
    const jobs = await Promise.all(ids.map((id) => readJob(this.#deps.table, 'org_a', String(id))));
    return jobs.filter((job) => job !== undefined);
  }

  async #request(which: number): Promise<void> {
    const name = NAMES[which % NAMES.length] ?? 'dispatch';
    const jobs = await this.#jobs();
    const rest = Math.floor(which / NAMES.length);
    const world = {
      order: this.#orders[rest % this.#orders.length] ?? '',
      job: jobs[rest % Math.max(jobs.length, 1)]?.job.value.id,
    };
    await this.#start(`${name} ${rest % this.#orders.length}`, undefined, async (deps) => {
      const outcome = await REQUESTS[name]?.(deps, world);
      this.trace.push(`  ${name}: ${isRefusal(outcome) ? outcome.kind.code : 'done'}`);
    });
  }

  async #deliver(which: number): Promise<void> {
    const waiting = (await this.#db.events()).filter(
      ({ id, name }) => HEARD.has(name) && !this.#seen.has(id),
    );
    const event = waiting[which % Math.max(waiting.length, 1)];
    if (!event) return;
    // Some messages arrive twice.
    if (which % 4 > 0) this.#seen.add(event.id);
    const isOf = (kinds: readonly { name: string }[]) => kinds.some(({ name }) => name === event.name);
    await this.#start(event.name, event, async (deps) => {
      if (isOf(DUE_ORDER_EVENTS)) await dispatchDueOrder({ ...deps, unansweredRuns: async () => [] }, event);
      if (isOf(HANDOVER_EVENTS)) await superviseTask(deps, event);
    });
  }

  async #start(name: string, event: EventRecord | undefined, run: (deps: JobDeps) => Promise<unknown>) {
    this.trace.push(`begin ${name}`);
    const work = await startWork(name, async (gate) => {
      const calls = ['get', 'readAggregate', 'write'] as const;
      await run({ ...this.#deps, table: gated(this.#deps.table, calls, gate) });
    });
    if (!work.outcome()) this.#works.push({ work, event });
  }

  async #advance(which: number, crashes: boolean): Promise<void> {
    const entry = this.#works[which % this.#works.length];
    if (!entry) return;
    const { work, event } = entry;
    this.trace.push(`${crashes ? 'crash' : 'go'} ${work.name} at ${work.waitsAt()}`);
    const isWrite = work.waitsAt() === 'write' && !crashes;
    await (crashes ? work.crash() : work.release());
    if (isWrite) await this.#check();
    const outcome = work.outcome();
    if (!outcome) return;
    this.#works = this.#works.filter((other) => other !== entry);
    // A message whose handling failed is delivered again.
    if (!outcome.ok && event) this.#seen.delete(event.id);
  }
}

describe('7 a package identifier', () => {
  it('has one live job at most, and the order of a live job names it, however requests and messages meet', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ refuses, choices }) => {
        const db = await startTestTable();
        try {
          const world = new World(db, refuses);
          await world.begin();
          for (const choice of choices) await world.act(choice);
        } finally {
          await db.stop();
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12), seed: 20_261_122, endOnFailure: true },
    );
  }, 120_000);
});
