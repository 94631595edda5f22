import fc from 'fast-check';
import { worker as doWork } from '../../functions/workers/do-workflow-work.ts';
import { worker as runWorkflows } from '../../functions/workers/run-workflows.ts';
import { worker as sendWorkflowMessages } from '../../functions/workers/send-workflow-messages.ts';
import { ConsumerFailure, type EventRecord, isMeant } from '../../lib/platform/events/index.ts';
import { fireTimer } from '../../lib/platform/timers/index.ts';
import { windowTimer } from '../../lib/reactions/automations/index.ts';
import { type Automations, act, chain, startAutomations } from './automations.ts';
import { type Killer, killerOf } from './killer.ts';

const MINUTE_MS = 60_000;

/** Minutes from the time of the window workflow to the start of the pickup window. */
const BEFORE = 30;

/** What merchants, people and time do. Numbers choose from what exists. */
type Deed =
  | { readonly kind: 'order'; readonly pickupIn: number }
  | { readonly kind: 'move'; readonly which: number; readonly pickupIn: number }
  | { readonly kind: 'archive' | 'unarchive'; readonly which: number }
  | { readonly kind: 'switch' | 'edit' }
  | { readonly kind: 'pauseRun' | 'resumeRun' | 'cancelRun' | 'retryRun'; readonly which: number }
  /** Time passes; queues deliver before and after it, or only after it. */
  | { readonly kind: 'pass'; readonly minutes: number; readonly isLate: boolean }
  /** The next process dies at this transaction. */
  | { readonly kind: 'kill'; readonly transaction: number; readonly when: 'before' | 'after' };

const which = fc.nat({ max: 20 });
const pickupIn = fc.integer({ min: 1, max: 240 });

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), pickupIn }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), which, pickupIn }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('archive', 'unarchive'), which }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('switch', 'edit') }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('pauseRun', 'resumeRun', 'cancelRun', 'retryRun'), which }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      minutes: fc.integer({ min: 1, max: 120 }),
      isLate: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      transaction: fc.integer({ min: 1, max: 8 }),
      when: fc.constantFrom('before', 'after'),
    }),
  },
);

interface ModelOrder {
  readonly id: string;
  pickupAtMs: number;
  /** Last time at which its window changed, or whether it is watched. */
  changedAtMs: number;
  status: 'open' | 'archived';
}

/** What should have happened by now, derived from the sentences of the specification alone. */
interface Model {
  readonly orders: ModelOrder[];
  /** When the current version of the window workflow began to listen; undefined while it is off. */
  since: number | undefined;
  /** Times at which the window workflow ran, as `order@instant`. */
  readonly fired: Set<string>;
}

/** What a scenario came to. */
interface Outcome {
  readonly expected: readonly string[];
  readonly started: readonly string[];
  /** Everything that contradicts a rule, in words. */
  readonly faults: string[];
  readonly kills: number;
}

/** The combined results of a property's scenarios. */
interface Total {
  readonly kills: number;
  readonly fired: number;
}

/** Runs `runs` scenarios; throws for the first one that the model contradicts. */
export async function holdWorkflowsToModel(runs: number, seed: number): Promise<Total> {
  const total = { kills: 0, fired: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDeed, { minLength: 12, maxLength: 28 }),
      fc.nat({ max: 2 ** 31 - 1 }),
      async (deeds, chance) => {
        const { faults, started, expected, kills } = await playWorkflows(deeds, chance);
        const [did, should] = [JSON.stringify(started), JSON.stringify(expected)];
        if (did !== should) faults.push(`The window workflow ran at ${did}, not at ${should}.`);
        if (faults.length > 0) throw new Error(faults.join('\n'));
        total.kills += kills;
        total.fired += started.length;
      },
    ),
    { numRuns: runs, seed, endOnFailure: true },
  );
  return total;
}

/**
 * Carries out the scenario's steps on a table in memory. Three workflows listen: one asks a model about every new order
 * and then tags it, one counts each tag of the first one, one runs half an hour before the pickup. Queues deliver every
 * message once or twice and in any order; what died is delivered again.
 */
async function playWorkflows(deeds: readonly Deed[], seed: number): Promise<Outcome> {
  const api = await startAutomations([], {
    workers: [doWork],
    extra: () => ({ model: answering, defaultModel: 'scripted' }),
  });
  try {
    return await new Play(api, seed).run(deeds);
  } finally {
    await api.stop();
  }
}

const answering = {
  ask: async () => ({ reply: 'fine', usage: { inputTokens: 1, outputTokens: 1 } }),
};

const WORKERS = [runWorkflows, doWork, sendWorkflowMessages];

class Play {
  readonly #api: Automations;
  readonly #killer: Killer;
  readonly #model: Model = { orders: [], since: undefined, fired: new Set() };
  readonly #delivered = new Set<string>();
  /** Messages that somebody else is working on, with the time at which they return. */
  readonly #hiddenUntil = new Map<string, number>();
  readonly #cancelled = new Set<string>();
  #windowWorkflow = '';
  #askingWorkflow = '';
  #random: number;
  #kills = 0;
  /** Kills the next delivery. Of a request that died, nothing would be known. */
  #aim: Extract<Deed, { kind: 'kill' }> | undefined;
  #edits = 0;

  constructor(api: Automations, seed: number) {
    this.#api = api;
    this.#killer = killerOf(api.db);
    this.#random = seed;
  }

  async run(deeds: readonly Deed[]): Promise<Outcome> {
    await this.#setUp();
    for (const deed of deeds) await this.#carryOut(deed);
    return this.#judge();
  }

  get #now(): number {
    return this.#api.db.deps.clock.now();
  }

  async #setUp(): Promise<void> {
    await this.#api.must('POST /v1/custom-event-definitions', { body: { key: 'asked', name: 'Asked' } });
    this.#askingWorkflow = await this.#api.workflow('order.created', [
      act('agent_call', { prompt: 'Look at {{order.id}}' }),
      act('emit_custom_event', { name: 'asked' }),
      act('send_sms', { to: '{{customer.phone_number}}', body: 'Hello' }),
    ]);
    await this.#api.workflow('asked', [act('add_requirements', { requirements: ['meet_on_delivery'] })]);
    this.#windowWorkflow = await this.#api.workflow(
      'order_pickup_start_time',
      [act('add_tag', { tag: 'v0' })],
      {
        trigger: { direction: 'before', offset_minutes: BEFORE },
      },
    );
    this.#model.since = this.#now;
    await this.#deliver();
  }

  async #carryOut(deed: Deed): Promise<void> {
    switch (deed.kind) {
      case 'order':
        return this.#order(deed.pickupIn);
      case 'move':
        return this.#move(deed.which, deed.pickupIn);
      case 'archive':
      case 'unarchive':
        return this.#switchOrder(deed.kind, deed.which);
      case 'switch':
        return this.#switchWorkflow();
      case 'edit':
        return this.#edit();
      case 'pass':
        return this.#pass(deed.minutes, deed.isLate);
      case 'kill':
        this.#aim = deed;
        return;
      default:
        return this.#changeRun(deed.kind, deed.which);
    }
  }

  async #request(routeKey: string, request: Parameters<Automations['call']>[1]) {
    this.#revive();
    return this.#api.call(routeKey, request);
  }

  #revive(): boolean {
    const wasDead = this.#killer.revive();
    if (wasDead) this.#kills += 1;
    return wasDead;
  }

  #windows(pickupIn: number) {
    const at = (minutes: number) => new Date(this.#now + minutes * MINUTE_MS).toISOString();
    return {
      ...{ pickupStartTime: at(pickupIn), pickupEndTime: at(pickupIn + 30) },
      ...{ dropoffStartTime: at(pickupIn + 60), dropoffEndTime: at(pickupIn + 90) },
    };
  }

  async #order(pickupIn: number): Promise<void> {
    this.#revive();
    const { id } = await this.#api.order({ deliveryMode: 'scheduled', ...this.#windows(pickupIn) });
    const pickupAtMs = this.#now + pickupIn * MINUTE_MS;
    this.#model.orders.push({ id, pickupAtMs, changedAtMs: this.#now, status: 'open' });
  }

  async #move(which: number, pickupIn: number): Promise<void> {
    const order = this.#any(which);
    if (!order) return;
    const body = this.#windows(pickupIn);
    const { status } = await this.#request('PATCH /v1/order/{id}', { params: { id: order.id }, body });
    if (status !== 200) return;
    order.pickupAtMs = this.#now + pickupIn * MINUTE_MS;
    order.changedAtMs = this.#now;
  }

  async #switchOrder(kind: 'archive' | 'unarchive', which: number): Promise<void> {
    const order = this.#any(which);
    if (!order) return;
    const params = { id: order.id };
    const route = { archive: 'DELETE /v1/order/{id}', unarchive: 'PATCH /v1/order/{id}/unarchive' };
    const { status } = await this.#request(route[kind], { params });
    if (status !== 200) return;
    order.status = kind === 'archive' ? 'archived' : 'open';
    order.changedAtMs = this.#now;
  }

  async #switchWorkflow(): Promise<void> {
    const status = this.#model.since === undefined ? 'active' : 'inactive';
    const reply = await this.#request('POST /v1/workflows/{id}/status', {
      params: { id: this.#windowWorkflow },
      body: { status },
    });
    // Switching it off and on at the same instant is refused: nobody can do that.
    if (reply.status !== 200) return;
    this.#model.since = status === 'active' ? this.#now : undefined;
  }

  async #edit(): Promise<void> {
    this.#edits += 1;
    const { status } = await this.#request('PATCH /v1/workflows/{id}', {
      params: { id: this.#windowWorkflow },
      body: {
        ...chain([act('add_tag', { tag: `v${this.#edits}` })]),
        trigger: {
          ...{ triggerType: 'event', eventName: 'order_pickup_start_time' },
          ...{ direction: 'before', offset_minutes: BEFORE },
        },
      },
    });
    if (status === 200 && this.#model.since !== undefined) this.#model.since = this.#now;
  }

  async #changeRun(kind: 'pauseRun' | 'resumeRun' | 'cancelRun' | 'retryRun', which: number): Promise<void> {
    const runs = (await this.#api.rows('workflowRun')).filter(
      ({ workflowId }) => workflowId === this.#askingWorkflow,
    );
    const run = runs[which % Math.max(1, runs.length)];
    if (!run) return;
    const verb = kind.replace('Run', '');
    const { status } = await this.#request(`POST /v1/workflow-executions/{id}/${verb}`, {
      params: { id: run.id },
    });
    if (status === 200 && verb === 'cancel') this.#cancelled.add(run.id);
  }

  async #pass(minutes: number, isLate: boolean): Promise<void> {
    if (!isLate) await this.#deliver();
    const from = this.#now;
    this.#api.db.deps.clock.advance(minutes * MINUTE_MS);
    for (const order of this.#model.orders) {
      const momentMs = order.pickupAtMs - BEFORE * MINUTE_MS;
      const { since } = this.#model;
      const isWatched = order.status === 'open' && since !== undefined;
      if (!isWatched || momentMs < Math.max(order.changedAtMs, since)) continue;
      // A time that is exactly now counts as reached.
      if (momentMs >= from && momentMs <= this.#now) {
        this.#model.fired.add(`${order.id}@${new Date(momentMs).toISOString()}`);
      }
    }
    await this.#deliver();
  }

  /** Until nothing is left: every message once or twice, in any order, and every timer that is due. */
  async #deliver(): Promise<void> {
    if (this.#aim) this.#killer.aim(this.#aim.transaction, this.#aim.when);
    this.#aim = undefined;
    for (let round = 0; round < 60; round += 1) {
      const due = (await this.#api.db.events()).filter(
        ({ id }) => !this.#delivered.has(id) && (this.#hiddenUntil.get(id) ?? 0) <= this.#now,
      );
      const fired = await this.#fire();
      if (due.length === 0 && !fired) return;
      for (const event of this.#shuffled(due)) {
        for (let times = this.#dice(4) === 0 ? 2 : 1; times > 0; times -= 1) await this.#handle(event);
      }
    }
    throw new Error('Messages never end.');
  }

  async #handle(event: EventRecord): Promise<void> {
    try {
      for (const worker of WORKERS) {
        if (worker.consumes.some(({ name, only }) => name === event.name && isMeant(event, only)))
          await worker.handle(this.#api.deps as never, event);
      }
      this.#delivered.add(event.id);
    } catch (error) {
      if (this.#revive()) return;
      if (!(error instanceof ConsumerFailure && error.stage === 'busy')) throw error;
      this.#hiddenUntil.set(event.id, this.#now + (error.retryAfterMs ?? 0));
    }
  }

  async #fire(): Promise<boolean> {
    let isAny = false;
    for (const { type, data } of await this.#api.db.items()) {
      if (type !== 'timer' || data.state !== 'armed' || Date.parse(String(data.dueAt)) > this.#now) continue;
      isAny = true;
      const { organizationId, id, generation } = data;
      const firing = { organizationId: String(organizationId), timerId: String(id) };
      for (const wave of [generation, Number(generation) - 1, generation]) {
        try {
          await fireTimer(this.#api.deps, { ...firing, generation: Number(wave) });
        } catch (error) {
          if (!this.#revive()) throw error;
        }
      }
    }
    return isAny;
  }

  async #judge(): Promise<Outcome> {
    this.#aim = undefined;
    this.#revive();
    await this.#deliver();
    // Work of a process that died waits for its lease to expire, and people resume and retry what has stopped.
    for (let round = 0; round < 4; round += 1) {
      this.#api.db.deps.clock.advance(2 * MINUTE_MS);
      this.#model.since = undefined;
      await this.#api.call('POST /v1/workflows/{id}/status', {
        params: { id: this.#windowWorkflow },
        body: { status: 'inactive' },
      });
      for (const { id, status } of await this.#api.rows('workflowRun')) {
        const params = { id };
        if (status === 'paused') await this.#api.call('POST /v1/workflow-executions/{id}/resume', { params });
        if (status === 'failed') await this.#api.call('POST /v1/workflow-executions/{id}/retry', { params });
      }
      await this.#deliver();
    }
    const runs = await this.#api.rows('workflowRun');
    const started = runs
      .filter(({ workflowId }) => workflowId === this.#windowWorkflow)
      .map(({ id, startedBy, orderIds }) => ({ id, eventId: startedBy.eventId, orderId: orderIds[0] }));
    const times = new Map(
      (await this.#api.db.events(windowTimer.fired.name)).map(({ id, data }) => [
        id,
        String((data as { readonly dueAt: string }).dueAt),
      ]),
    );
    return {
      expected: [...this.#model.fired].sort(),
      started: started.map(({ eventId, orderId }) => `${orderId}@${times.get(eventId)}`).sort(),
      faults: await this.#faultsOf(runs),
      kills: this.#kills,
    };
  }

  async #faultsOf(runs: readonly { id: string; workflowId: string; status: string; orderIds: string[] }[]) {
    const faults: string[] = [];
    const events = await this.#api.db.events();
    const messages = await this.#api.rows('notification');
    for (const { id } of this.#model.orders) {
      const asking = runs.filter(
        ({ workflowId, orderIds }) => workflowId === this.#askingWorkflow && orderIds[0] === id,
      );
      if (asking.length !== 1) faults.push(`${id} was asked about in ${asking.length} runs.`);
      const occurred = events.filter(
        ({ name, aggregateId }) => name === 'custom_event.occurred' && aggregateId === id,
      ).length;
      const sent = messages.filter(({ orderId }) => orderId === id).length;
      const isCancelled = asking.some((run) => this.#cancelled.has(run.id));
      if (isCancelled ? occurred > 1 || sent > 1 : occurred !== 1 || sent !== 1)
        faults.push(`${id} has ${occurred} events and ${sent} messages.`);
      const counted = runs.filter(
        ({ workflowId, orderIds }) =>
          ![this.#askingWorkflow, this.#windowWorkflow].includes(workflowId) && orderIds[0] === id,
      ).length;
      if (counted !== occurred) faults.push(`${occurred} events of ${id} started ${counted} runs.`);
    }
    for (const { id, status, workflowId } of runs) {
      const wanted = this.#cancelled.has(id) ? ['cancelled'] : ['completed'];
      // An order that was archived meanwhile accepts no tags and no requirements.
      if (workflowId !== this.#askingWorkflow) wanted.push('failed');
      if (!wanted.includes(status)) faults.push(`${id} is ${status}.`);
    }
    const ended = events.filter(({ name }) => name === 'workflow_run.ended');
    const perRun = new Map<string, number>();
    for (const { data } of ended) {
      const { runId, status } = data as { readonly runId: string; readonly status: string };
      if (status === 'completed') perRun.set(runId, (perRun.get(runId) ?? 0) + 1);
    }
    for (const [id, count] of perRun) if (count > 1) faults.push(`${id} completed ${count} times.`);
    return faults;
  }

  #any(which: number): ModelOrder | undefined {
    return this.#model.orders[which % Math.max(1, this.#model.orders.length)];
  }

  #dice(sides: number): number {
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) >>> 0;
    return (this.#random >>> 8) % sides;
  }

  #shuffled(events: readonly EventRecord[]): readonly EventRecord[] {
    const all = [...events];
    for (let index = all.length - 1; index > 0; index -= 1) {
      const other = this.#dice(index + 1);
      [all[index], all[other]] = [all[other]!, all[index]!];
    }
    return all;
  }
}
