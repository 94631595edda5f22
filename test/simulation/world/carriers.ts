import {
  type CreateRequest,
  defineProvider,
  type Provider,
  type ProviderAcceptance,
  type ProviderRefusal,
  type ProviderUpdate,
  refused,
} from '../../../lib/fulfilment/providers/index.ts';
import { toInstant } from '../../../lib/platform/core/clock.ts';
import type { Instance } from './function-pool.ts';
import type { World } from './world.ts';

/** A delivery in a carrier's own records. */
export interface Booked {
  readonly key: string;
  readonly organizationId: string;
  readonly jobId: string;
  readonly deliveryId: string;
  readonly providerDeliveryId: string;
  readonly acceptedAt: number;
  /** `live` until it was delivered, given up, failed or cancelled. */
  state: 'live' | 'delivered' | 'ended' | 'canceled';
  hasPackage: boolean;
  /** The service asked for it back, whatever the answer was. */
  isAskedBack: boolean;
  readonly updates: ProviderUpdate[];
}

/** A courier's way, with the minutes between its steps. */
const WAY = [
  ['assigned_driver', 3],
  ['pickup_enroute', 2],
  ['pickup_arrived', 6],
  ['pickup_complete', 4],
  ['dropoff_enroute', 1],
  ['dropoff_arrived', 9],
  ['dropoff_complete', 2],
] as const;

const MINUTE = 60_000;

/** Sends a carrier's message to the service over HTTP, as the carrier would. */
export type SendNews = (
  cause: string,
  news: {
    readonly organizationId: string;
    readonly providerId: string;
    readonly updates: readonly ProviderUpdate[];
  },
) => void;

/** A carrier with records of its own. It keeps what the interface of providers promises, and nothing more. */
export class Carrier {
  readonly id: string;
  readonly name: string;
  readonly #priceCents: number;
  readonly #world: World;
  readonly #sendNews: SendNews;
  /** Everything that it ever accepted, by the key of the attempt. */
  readonly book = new Map<string, Booked>();
  readonly #answers = new Map<string, ProviderAcceptance | ProviderRefusal>();
  /** Called with every change of the records. */
  onChange: () => void = () => undefined;

  constructor(world: World, position: number, sendNews: SendNews) {
    this.#world = world;
    this.id = `prv_carrier_${position}`;
    this.name = `Carrier ${position}`;
    this.#priceCents = 500 + 25 * position;
    this.#sendNews = sendNews;
  }

  /** The carrier as one instance of a function calls it. */
  providerFor(instance: Instance): Provider {
    return defineProvider({
      id: this.id,
      name: this.name,
      news: 'pushed',
      authenticate: async () => true,
      normalize: (incoming) => (incoming as { readonly updates?: readonly ProviderUpdate[] }).updates ?? [],
      quote: () =>
        this.#called(instance, 'quote', () => ({
          outcome: 'quoted' as const,
          priceCents: this.#priceCents,
          currency: 'USD',
        })),
      create: (request) =>
        this.#called(instance, `create ${request.idempotencyKey}`, () => {
          const answer = this.#take(request, instance.cause);
          if (answer.outcome === 'accepted') this.#mayHearAgain(request, instance.cause);
          return answer;
        }),
      update: () => this.#called(instance, 'update', () => ({ outcome: 'updated' as const })),
      cancel: ({ idempotencyKey }) =>
        this.#called(instance, `cancel ${idempotencyKey}`, () => this.#giveBack(idempotencyKey)),
      refresh: ({ idempotencyKey }) =>
        this.#called(instance, `refresh ${idempotencyKey}`, () => {
          const booked = this.book.get(idempotencyKey);
          if (!booked || booked.state === 'canceled') return { outcome: 'unknown' as const };
          const { providerDeliveryId, updates } = booked;
          return { outcome: 'known' as const, providerDeliveryId, updates: [...updates] };
        }),
    });
  }

  /** A call over the internet: it may arrive late, or its answer may be lost. */
  async #called<Answer>(instance: Instance, what: string, effect: () => Answer): Promise<Answer> {
    const { faults } = this.#world;
    const { random } = instance;
    const where = `${this.name} ${what} ${instance.cause}`;
    if (faults.happens('carrier-unreachable', random, where)) {
      return instance.call(
        `${this.name}: ${what} (not reached)`,
        () => Promise.reject(new Error('no connection')),
        {
          there: random.wait(200),
          back: 0,
        },
      );
    }
    const isSlow = faults.happens('carrier-slow', random, where);
    const isLost = faults.happens('carrier-answer-lost', random, where);
    const ofAnswer = this.#world.random(`answer ${where}`);
    const isLate = faults.happens('carrier-answers-late', ofAnswer, where);
    return instance.call(
      `${this.name}: ${what}`,
      () => {
        const answer = effect();
        this.#world.tell(
          this.name,
          () => `${what}: ${JSON.stringify(answer)}${isLost ? ' (answer lost)' : ''}`,
        );
        if (isLost) throw new Error('connection reset');
        return answer;
      },
      {
        there: random.wait(150) + (isSlow ? random.between(5_000, 40_000) : 0),
        back: random.wait(150) + (isLate ? ofAnswer.between(5_000, 40_000) : 0),
      },
    );
  }

  /**
   * A "no" applies only to this call. That is harsher than most carriers are, because one sent earlier may still be
   * accepted.
   */
  #take(request: CreateRequest, cause: string): ProviderAcceptance | ProviderRefusal {
    const { idempotencyKey: key, organizationId, jobId, deliveryId } = request;
    const before = this.#answers.get(key);
    if (before) return before;
    const where = `${this.name} ${key} ${cause}`;
    const random = this.#world.random(`takes ${where}`);
    const { faults } = this.#world;
    if (faults.happens('carrier-refuses', random, where)) return refused('No courier is free.');
    if (faults.happens('carrier-refuses-for-now', random, where)) return refused('Busy.', false);
    const providerDeliveryId = `${this.id}-${key}`;
    const answer: ProviderAcceptance = { outcome: 'accepted', providerDeliveryId };
    this.#answers.set(key, answer);
    const booked: Booked = {
      key,
      organizationId,
      jobId,
      deliveryId,
      providerDeliveryId,
      acceptedAt: this.#world.now(),
      state: 'live',
      hasPackage: false,
      isAskedBack: false,
      updates: [],
    };
    this.book.set(key, booked);
    this.onChange();
    this.#drive(booked);
    return answer;
  }

  /** A repeated call is answered again, and then the carrier repeats everything that it reported about the delivery. */
  #mayHearAgain(request: CreateRequest, cause: string): void {
    const where = `${this.name} ${request.idempotencyKey} ${cause}`;
    const random = this.#world.random(`hears again ${where}`);
    if (!this.#world.faults.happens('carrier-accepts-twice', random, where)) return;
    this.#world.scheduler.after(random.between(100, 40_000), () => {
      const answer = this.#take(request, `${cause} again`);
      const updates = this.book.get(request.idempotencyKey)?.updates ?? [];
      if (answer.outcome !== 'accepted' || updates.length === 0) return;
      const { organizationId } = request;
      this.#sendNews(`${where} again`, { organizationId, providerId: this.id, updates: [...updates] });
    });
  }

  #giveBack(key: string): { readonly outcome: 'canceled' } | ProviderRefusal {
    const booked = this.book.get(key);
    if (booked) booked.isAskedBack = true;
    const random = this.#world.random(`${this.name} gives back ${key} ${this.#world.now()}`);
    if (booked?.state === 'live') {
      if (booked.hasPackage || this.#world.faults.happens('carrier-keeps', random, `${this.name} ${key}`)) {
        return refused('The courier is on the way.');
      }
      booked.state = 'canceled';
      this.onChange();
    }
    // Its promise: a call to accept this that is still under way will be refused.
    this.#answers.set(key, refused('Cancelled.'));
    return { outcome: 'canceled' };
  }

  /** Sends the courier on the way. */
  #drive(booked: Booked): void {
    const random = this.#world.random(`${this.name} drives ${booked.key}`);
    const { faults } = this.#world;
    const atOnce = this.#world.random(`${this.name} gives up ${booked.key}`);
    if (faults.happens('carrier-cancels-at-once', atOnce, `${this.name} ${booked.key}`)) {
      this.#world.scheduler.after(atOnce.wait(150), () => {
        if (booked.state === 'live') this.#report(booked, 'canceled_by_provider');
      });
      return;
    }
    const gaveUpAt = faults.happens('carrier-cancels', random, `${this.name} ${booked.key}`)
      ? random.between(0, 2)
      : -1;
    const failsAt = faults.happens('carrier-fails', random, `${this.name} ${booked.key}`)
      ? random.between(4, 6)
      : -1;
    let wait = 0;
    WAY.forEach(([status, minutes], index) => {
      wait += random.wait(minutes * MINUTE);
      this.#world.scheduler.after(wait, () => {
        if (booked.state !== 'live') return;
        if (index === gaveUpAt) return this.#report(booked, 'canceled_by_provider');
        if (index === failsAt) return this.#report(booked, 'failed');
        this.#report(booked, status);
      });
    });
  }

  #report(booked: Booked, status: string): void {
    const occurredAt = toInstant(this.#world.now());
    if (status === 'pickup_complete') booked.hasPackage = true;
    if (status === 'dropoff_complete') booked.state = 'delivered';
    if (status === 'failed' || status === 'canceled_by_provider') booked.state = 'ended';
    this.#world.tell(this.name, `${booked.key} is ${status}`);
    const { deliveryId, providerDeliveryId } = booked;
    const update: ProviderUpdate = { deliveryId, providerDeliveryId, status, occurredAt };
    booked.updates.push(update);
    this.onChange();
    const where = `${this.name} ${booked.key} ${status}`;
    const random = this.#world.random(`news ${where}`);
    const { faults } = this.#world;
    if (faults.happens('news-lost', random, where)) return;
    const times = faults.happens('news-twice', random, where) ? 2 : 1;
    for (let time = 1; time <= times; time += 1) {
      const isLate = faults.happens('news-late', random, where);
      const wait = random.wait(300) + (isLate ? random.between(1_000, 600_000) : 0);
      this.#world.scheduler.after(wait, () =>
        this.#sendNews(`${where} ${time}`, {
          organizationId: booked.organizationId,
          providerId: this.id,
          updates: [update],
        }),
      );
    }
  }
}
