import { jobBodyExample } from '../../functions/api/jobs/job-schemas.ts';
import { noMapGeocoder } from '../../lib/engines/geocoding/index.ts';
import {
  autodispatchOrder,
  cancelJob,
  createBatchJob,
  type DispatchDeps,
  HANDOVER_EVENTS,
  type JobDeps,
  reassignTask,
  refreshBatchQuotes,
  refreshTaskQuotes,
  selectQuote,
  superviseTask,
} from '../../lib/fulfilment/dispatch/index.ts';
import {
  changeJob,
  deliveryOf,
  type JobAggregate,
  readJob,
  recordDelivery,
  recordTask,
} from '../../lib/fulfilment/jobs/index.ts';
import { type Provider, providerRegistry } from '../../lib/fulfilment/providers/index.ts';
import { createStrategy } from '../../lib/fulfilment/strategies/index.ts';
import { type OrderDeps, orderEntity } from '../../lib/ordering/orders/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { create, type Operation, type Table } from '../../lib/platform/table/index.ts';
import { fireTimer } from '../../lib/platform/timers/index.ts';
import { anyOrder } from './builders/any-order.ts';
import { eventOfItem } from './event-of-item.ts';
import type { faultyProvider } from './faulty-provider.ts';
import { gated, startWork, type Work } from './stepper.ts';
import type { TestTable } from './test-table.ts';

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
  /** Promises that were already broken when they were made. */
  readonly #broken: string[] = [];
  jobId = '';
  /** A provider did not release a cancelled delivery, and that was reported. */
  wasKept = false;
  /** The price that a caller was shown for a quote: nobody may carry at another price. */
  readonly #shown = new Map<string, number>();
  #quotesAsked = 0;
  #isByHand = false;
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

  /** The stream: a write's events are known at once, and handled whenever a choice says so. */
  #hear(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.kind !== 'put') continue;
      const { type, data } = operation.item;
      const event = eventOfItem(operation.item);
      if (event) {
        if (NAMES.has(event.name)) this.#bag.push(event);
        if (event.name === 'task.cancellation_failed') {
          this.wasKept = true;
          const { taskId } = event.data as { taskId: string };
          if (!this.holds().includes(taskId))
            this.#broken.push(`${taskId} was told to be kept, but is not held`);
        }
      }
      if (type === 'timer') {
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
    // Each time a provider is asked, its price differs.
    const dearer = (provider: Provider): Provider => ({
      ...provider,
      quote: async (request) => {
        const answer = await provider.quote(request);
        this.#quotesAsked += 1;
        return answer.outcome === 'quoted'
          ? { ...answer, priceCents: answer.priceCents + 10 * this.#quotesAsked }
          : answer;
      },
    });
    const wrap = (provider: Provider) =>
      gate ? gated(dearer(provider), PROVIDER_CALLS, gate) : dearer(provider);
    return {
      ...this.#db.deps,
      table: gate ? gated(this.#table, TABLE_CALLS, gate) : this.#table,
      providers: providerRegistry(this.#fleet.map(({ provider }) => wrap(provider))),
    };
  }

  async begin(packages: number, driverTimeoutMinutes: number | null, isByHand: boolean): Promise<void> {
    this.#isByHand = isByHand;
    const settings = {
      label: 'Any',
      enableAutoDispatch: !isByHand,
      reassignOnFailure: true,
      driverTimeoutMinutes,
    };
    const strategy = await createStrategy(this.deps(), 'org_a', settings);
    if (isRefusal(strategy)) throw new Error(strategy.message);
    if (packages > 1 || isByHand) return this.#beginBatch(packages, strategy.id);
    const order = { ...anyOrder(), dispatchStrategyId: strategy.id };
    await this.#db.deps.table.write([create(orderEntity, order)]);
    const job = await autodispatchOrder(this.deps(), ACTOR, order.id);
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
    const job = await createBatchJob(deps, ACTOR, input);
    if (isRefusal(job)) throw new Error(job.message);
    this.jobId = job.job.value.id;
  }

  async act({ kind, which }: { kind: number; which: number }): Promise<void> {
    this.#db.deps.clock.advance(1);
    if (this.#isByHand && kind < 40 && which % 5 === 0) await this.choose(Math.floor(which / 5));
    else if (kind < 60 && this.#works.length > 0)
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

  /** Somebody refreshes quotes, or selects one that was shown to them, possibly an earlier one. */
  async choose(which: number): Promise<void> {
    const { batch, tasks } = await this.job();
    const set = batch?.value ?? tasks[0]!.value;
    for (const { id, totalPriceCents } of set.quotes) {
      const before = this.#shown.get(id);
      if (before !== undefined && before !== totalPriceCents) this.#broken.push(`${id} has another price`);
      this.#shown.set(id, totalPriceCents);
    }
    const shown = [...this.#shown.keys()];
    const quoteId = shown[which % Math.max(shown.length, 1)];
    const isSelection = which % 3 > 0 && quoteId !== undefined;
    const name = isSelection ? 'select' : 'refresh';
    const work = await startWork(`${name}/${this.trace.length}`, async (gate) => {
      const deps = this.deps(gate);
      const of = { jobId: this.jobId, taskId: tasks[0]!.value.id, batchId: batch?.value.id ?? '' };
      const refresh = batch ? refreshBatchQuotes : refreshTaskQuotes;
      const outcome = await (isSelection
        ? selectQuote(deps, ACTOR, quoteId, { resumed: false })
        : refresh(deps, ACTOR, of));
      this.trace.push(`${name}: ${isRefusal(outcome) ? outcome.message : 'done'}`);
    });
    if (!work.outcome()) this.#works.push({ work, event: undefined });
  }

  /** What is carried at a price other than the one shown for its quote. */
  async repriced(): Promise<readonly string[]> {
    const job = await this.job();
    const batch = job.batch?.value;
    const total = batch?.quotes.find(({ id }) => id === batch.winnerQuoteId)?.totalPriceCents;
    const isWrong = (id: string | null | undefined, price: number | undefined) =>
      id !== null && id !== undefined && this.#shown.has(id) && this.#shown.get(id) !== price;
    const ofBatch = isWrong(batch?.winnerQuoteId, total) ? [`batch for ${total}`] : [];
    return [
      ...ofBatch,
      ...job.tasks.flatMap(({ value: task }) => {
        const price = deliveryOf(job, task)?.totalPriceCents;
        const winner = task.quotes.find(({ id }) => id === task.winnerQuoteId)?.totalPriceCents;
        const isOwn = price === winner && (batch !== undefined || !isWrong(task.winnerQuoteId, price));
        return task.winnerQuoteId === null || isOwn ? [] : [`${task.id} for ${price}`];
      }),
    ];
  }

  /** No more faults: everything that is under way ends. */
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
        // A provider without a courier keeps the package as long as nobody else would take it.
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
    if (this.#broken.length > 0) throw new Error(`${this.#broken.join('\n')}\n${this.trace.join('\n')}`);
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
      superviseTask(this.deps(gate), event),
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
      await fireTimer(this.deps(), { organizationId: 'org_a', timerId, generation });
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

  /**
   * A provider that has the task gives it up and says so, in the form in which lib/fulfilment/deliveries would record
   * it.
   */
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
    const outcome = await reassignTask(this.deps(), ACTOR, { jobId: this.jobId, taskId: task.id }, {});
    this.trace.push(`reassign: ${isRefusal(outcome) ? outcome.message : 'asked'}`);
  }

  async #cancel(): Promise<void> {
    const outcome = await cancelJob(this.deps(), ACTOR, { id: this.jobId });
    this.trace.push(`cancel: ${isRefusal(outcome) ? outcome.message : 'done'}`);
  }
}
