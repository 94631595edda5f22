import fc from 'fast-check';
import { expect } from 'vitest';
import { jobBodyExample } from '../../functions/api/jobs/job-schemas.ts';
import { toInstant } from '../../lib/core/clock.ts';
import { isRefusal } from '../../lib/core/refusal.ts';
import {
  autodispatchOrder,
  cancelJob,
  createBatchJob,
  type DispatchDeps,
  HANDOVER_EVENTS,
  type JobDeps,
  lookAfterTask,
  reassignTask,
} from '../../lib/dispatch/index.ts';
import { type EventRecord, eventEntity } from '../../lib/events/index.ts';
import { noMapGeocoder } from '../../lib/geocoding/index.ts';
import {
  changeJob,
  deliveryOf,
  type JobAggregate,
  readJob,
  recordDelivery,
  recordTask,
} from '../../lib/jobs/index.ts';
import { type OrderDeps, orderEntity } from '../../lib/orders/index.ts';
import { type Provider, providerRegistry } from '../../lib/providers/index.ts';
import { createStrategy } from '../../lib/strategies/index.ts';
import { create, type Operation, type Table } from '../../lib/table/index.ts';
import { fireTimer } from '../../lib/timers/index.ts';
import { anyOrder } from './builders/any-order.ts';
import { type CancelFault, type CreateFault, faultyProvider } from './faulty-provider.ts';
import { gated, startWork, type Work } from './stepper.ts';
import { startTestTable, type TestTable } from './test-table.ts';

const createFault = fc.constantFrom<CreateFault>(
  'accept',
  'refuse',
  'refuse-for-now',
  'lost-call',
  'lost-answer',
  'late',
);
const cancelFault = fc.constantFrom<CancelFault>('cancel', 'lost-call', 'lost-answer', 'refuse-if-held');

/** A job, its providers with their faults, and what happens. */
export const dispatchScenario = fc.record({
  providers: fc.array(
    fc.record({
      creates: fc.array(createFault, { maxLength: 5 }),
      cancels: fc.array(cancelFault, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Packages of the job: more than one make a batch. */
  packages: fc.constantFrom(1, 1, 2, 3),
  driverTimeoutMinutes: fc.constantFrom(null, 1),
  /** What happens next, chosen among what can happen. */
  choices: fc.array(fc.record({ kind: fc.nat(99), which: fc.nat(99) }), { minLength: 5, maxLength: 60 }),
});

const TABLE_CALLS = ['get', 'readAggregate', 'write', 'readLog', 'list', 'lookup'] as const;
const PROVIDER_CALLS = ['create', 'cancel', 'refresh', 'quote'] as const;
const NAMES = new Set(HANDOVER_EVENTS.map(({ name }) => name));
const ACTOR = { organizationId: 'org_a', storeLocationIds: null, listShards: 1 };

/** One order, its providers, and everything that can happen to them. */
export class DispatchWorld {
  readonly #db: TestTable;
  readonly #fleet: readonly ReturnType<typeof faultyProvider>[];
  readonly #armed = new Map<string, { timerId: string; generation: number; dueAt: string; kind: string }>();
  #bag: EventRecord[] = [];
  #works: { work: Work; event: EventRecord | undefined }[] = [];
  readonly trace: string[] = [];
  jobId = '';
  /** A provider did not give a cancelled delivery back, and that was told. */
  wasKept = false;
  readonly #table: Table;

  constructor(db: TestTable, fleet: readonly ReturnType<typeof faultyProvider>[]) {
    this.#db = db;
    this.#fleet = fleet;
    const { table } = db.deps;
    this.#table = new Proxy(table, {
      get: (inner, name) => {
        const value = Reflect.get(inner, name, inner);
        if (name !== 'write') return typeof value === 'function' ? value.bind(inner) : value;
        return async (operations: readonly Operation[]) => {
          const outcome = await inner.write(operations);
          if (outcome.ok) this.#hear(operations);
          return outcome;
        };
      },
    });
  }

  /** The stream: what a write changed is known at once, and acted upon whenever a choice says so. */
  #hear(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.kind !== 'put') continue;
      const { type, data } = operation.item;
      if (type === eventEntity.name) {
        const event = eventEntity.definition.schema.parse(data);
        if (NAMES.has(event.name)) this.#bag.push(event);
        if (event.name === 'task.cancellation_failed') this.wasKept = true;
      } else if (type === 'timer') {
        const timer = {
          timerId: String(data.id),
          generation: Number(data.generation),
          dueAt: String(data.dueAt),
          kind: String(data.kind),
        };
        if (data.state === 'armed') this.#armed.set(timer.timerId, timer);
        else this.#armed.delete(timer.timerId);
      }
    }
  }

  deps(gate?: (call: string) => Promise<void>): DispatchDeps {
    const wrap = (provider: Provider) => (gate ? gated(provider, PROVIDER_CALLS, gate) : provider);
    return {
      ...this.#db.deps,
      table: gate ? gated(this.#table, TABLE_CALLS, gate) : this.#table,
      providers: providerRegistry(this.#fleet.map(({ provider }) => wrap(provider))),
    };
  }

  async begin(packages: number, driverTimeoutMinutes: number | null): Promise<void> {
    const settings = {
      label: 'Any',
      enableAutoDispatch: true,
      reassignOnFailure: true,
      driverTimeoutMinutes,
    };
    const strategy = await createStrategy('org_a', settings, this.deps());
    if (isRefusal(strategy)) throw new Error(strategy.message);
    if (packages > 1) return this.#beginBatch(packages, strategy.id);
    const order = { ...anyOrder(), dispatchStrategyId: strategy.id };
    await this.#db.deps.table.write([create(orderEntity, order)]);
    const job = await autodispatchOrder(ACTOR, order.id, this.deps());
    if (!job || isRefusal(job)) throw new Error(`not dispatched: ${JSON.stringify(job)}`);
    this.jobId = job.job.value.id;
  }

  async #beginBatch(packages: number, optionsGroupId: string): Promise<void> {
    const deps = {
      ...this.deps(),
      geocoder: noMapGeocoder,
      stores: {
        byId: async () => undefined,
        byExternalId: async () => undefined,
      } as unknown as OrderDeps['stores'],
      strategies: { exists: async () => true },
    } as unknown as JobDeps;
    const input = { packages: Array.from({ length: packages }, () => jobBodyExample), optionsGroupId };
    const job = await createBatchJob(ACTOR, input, deps);
    if (isRefusal(job)) throw new Error(job.message);
    this.jobId = job.job.value.id;
  }

  async act({ kind, which }: { kind: number; which: number }): Promise<void> {
    if (kind < 60 && this.#works.length > 0)
      await this.#advance(this.#works[which % this.#works.length]!, kind);
    else if (kind < 78 && this.#bag.length > 0)
      await this.#deliver(which % this.#bag.length, which % 3 === 0);
    else if (kind < 86) await this.#elapse(which);
    else if (kind < 90) for (const one of this.#fleet) one.letLateCallsArrive();
    else if (kind < 95) await this.#providerGivesUp(which);
    else if (kind < 97) await this.#lose(which);
    else if (kind === 97 || kind === 98) await this.#reassign(which);
    else if (kind === 99) await this.#cancel();
    this.#checkHolds();
  }

  /** No faults any more: everything that is under way comes to its end. */
  async settle(): Promise<void> {
    for (const one of this.#fleet) one.heal();
    for (let round = 0; round < 60; round += 1) {
      while (this.#works.length > 0) await this.#advance(this.#works[0]!, 0);
      if (this.#bag.length > 0) await this.#deliver(0, false);
      else {
        for (const one of this.#fleet) one.letLateCallsArrive();
        this.#checkHolds();
        this.#db.deps.clock.advance(130_000);
        await this.#fireDue();
        // A provider without a courier keeps the package while nobody else would take it, for as long as that is so.
        const isBusy = [...this.#armed.values()].some(({ kind }) => kind !== 'driver-timeout');
        if (!isBusy && this.#bag.length === 0 && round > 3) return;
      }
      this.#checkHolds();
    }
  }

  async job(): Promise<JobAggregate> {
    return (await readJob(this.#db.deps.table, 'org_a', this.jobId))!;
  }

  holds(): readonly string[] {
    return this.#fleet.flatMap((one) => one.held());
  }

  #checkHolds(): void {
    // `c2a1` is the first attempt at the second package.
    const packages = this.holds().map((key) => /c(\d+)a\d+$/.exec(key)?.[1]);
    if (new Set(packages).size < packages.length) {
      throw new Error(`two providers hold a package:\n${this.trace.join('\n')}`);
    }
  }

  async #advance(entry: { work: Work; event: EventRecord | undefined }, kind: number): Promise<void> {
    const { work, event } = entry;
    const crashes = kind >= 54;
    this.trace.push(`${crashes ? 'crash' : 'go'} ${work.name} at ${work.waitsAt()}`);
    await (crashes ? work.crash() : work.release());
    const outcome = work.outcome();
    if (!outcome) return;
    this.#works = this.#works.filter((other) => other !== entry);
    // A message whose handling failed is delivered again.
    if (!outcome.ok && event) this.#bag.push(event);
  }

  async #deliver(index: number, keep: boolean): Promise<void> {
    const event = this.#bag[index]!;
    if (!keep) this.#bag.splice(index, 1);
    this.trace.push(`deliver ${event.name}`);
    const work = await startWork(`${event.name}/${this.trace.length}`, (gate) =>
      lookAfterTask(event, this.deps(gate)),
    );
    if (!work.outcome()) this.#works.push({ work, event: keep ? undefined : event });
  }

  async #elapse(which: number): Promise<void> {
    this.#db.deps.clock.advance([3_000, 20_000, 95_000, 130_000][which % 4]!);
    this.trace.push('time goes by');
    await this.#fireDue();
  }

  async #fireDue(): Promise<void> {
    for (const timer of [...this.#armed.values()]) {
      if (Date.parse(timer.dueAt) > this.#db.deps.clock.now()) continue;
      const { timerId, generation } = timer;
      await fireTimer({ organizationId: 'org_a', timerId, generation }, this.deps());
    }
  }

  /** A message that a timer stands in for gets lost. */
  async #lose(which: number): Promise<void> {
    const losable = this.#bag.filter(
      ({ name }) => name === 'task.created' || name === 'task.canceled_by_customer',
    );
    const lost = losable[which % Math.max(losable.length, 1)];
    this.#bag = this.#bag.filter((event) => event !== lost);
    if (lost) this.trace.push(`lose ${lost.name}`);
  }

  /** A provider that holds the task lets go of it and says so, as lib/deliveries would record it. */
  async #providerGivesUp(which: number): Promise<void> {
    const holder = this.#fleet.find((one) => one.held().length > 0);
    const key = holder?.held()[0];
    const job = await this.job();
    const task = job.tasks.find(({ value }) => value.id === key)?.value;
    const delivery = deliveryOf(job, task);
    if (!holder || !key || !task || !delivery || task.status !== 'running') return;
    const status = which % 2 === 0 ? ('failed' as const) : ('canceled_by_provider' as const);
    const at = toInstant(this.#db.deps.clock.now());
    const ended = {
      ...delivery,
      status,
      statusHistory: [...delivery.statusHistory, { created_at: at, status }],
    };
    const over = { ...task, status, failureReason: 'gave up' };
    holder.drop(key);
    this.trace.push(`provider ${status}`);
    const { operations } = changeJob(job, { tasks: [over], deliveries: [ended] }, at);
    await this.#table.write([
      ...operations,
      recordTask(status, over, ended, null, at),
      recordDelivery(ended, at),
    ]);
  }

  async #reassign(which: number): Promise<void> {
    const job = await this.job();
    const task = job.tasks[which % job.tasks.length]!.value;
    const outcome = await reassignTask(ACTOR, { jobId: this.jobId, taskId: task.id }, {}, this.deps());
    this.trace.push(`reassign: ${isRefusal(outcome) ? outcome.message : 'asked'}`);
  }

  async #cancel(): Promise<void> {
    const outcome = await cancelJob(ACTOR, { id: this.jobId }, this.deps());
    this.trace.push(`cancel: ${isRefusal(outcome) ? outcome.message : 'done'}`);
  }
}

/** Runs one scenario to its end and checks what must hold whatever happened. */
export async function runScenario(
  asked: typeof dispatchScenario extends fc.Arbitrary<infer One> ? One : never,
) {
  const { providers, choices, packages, driverTimeoutMinutes } = asked;
  const db = await startTestTable();
  try {
    const fleet = providers.map((faults, index) =>
      faultyProvider({ id: `prv_${index}`, name: `P${index}`, priceCents: 500 + index, ...faults }),
    );
    const world = new DispatchWorld(db, fleet);
    await world.begin(packages, driverTimeoutMinutes);
    for (const choice of choices) await world.act(choice);
    await world.settle();
    const job = await world.job();
    const explain = `${JSON.stringify({ tasks: job.tasks, batch: job.batch, holds: world.holds() })}\n${world.trace.join('\n')}`;
    for (const { value: configuration } of job.configurations) {
      const tasks = job.tasks
        .map(({ value }) => value)
        .filter((one) => one.configurationId === configuration.id);
      const last = tasks.at(-1)!;
      const held = world.holds().filter((key) => tasks.some(({ id }) => id === key));
      // One for each attempt of the strategy, and those that somebody asked for.
      expect(tasks.length, explain).toBeLessThanOrEqual(10);
      expect(held.length, explain).toBeLessThanOrEqual(1);
      if (configuration.canceledAt) expect(held.length === 0 || world.wasKept, explain).toBe(true);
      else if (configuration.exhaustedAt) expect(held, explain).toEqual([]);
      else {
        expect(last.status, explain).toBe('running');
        expect(held, explain).toEqual([last.id]);
      }
    }
  } finally {
    await db.stop();
  }
}
