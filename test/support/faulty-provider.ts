import {
  type CreateRequest,
  defineProvider,
  type Provider,
  type ProviderAcceptance,
  type ProviderRefusal,
  refused,
} from '../../lib/fulfilment/providers/index.ts';

/**
 * What happens to a `create`. `lost-call`: it does not arrive. `lost-answer`: it arrives, the answer does not. `late`:
 * it arrives later.
 */
export type CreateFault = 'accept' | 'refuse' | 'refuse-for-now' | 'lost-call' | 'lost-answer' | 'late';

/** What a `cancel` does. */
export type CancelFault = 'cancel' | 'lost-call' | 'lost-answer' | 'refuse-if-held';

/** A provider in memory that keeps its promises, whatever the network does to its calls. */
export interface FaultyProvider {
  readonly provider: Provider;
  /** Keys that it holds at present. */
  held(): readonly string[];
  /** Lets delayed calls arrive. */
  letLateCallsArrive(): void;
  hasLateCalls(): boolean;
  /** It gives up a delivery of its own accord. */
  drop(key: string): void;
  /** No faults any more. */
  heal(): void;
  readonly calls: string[];
}

/** Creates one. The faults are used up one per call; after that it works. */
export function faultyProvider(options: {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  /** Of its quotes; `USD` unless told. */
  readonly currency?: string;
  readonly creates?: readonly CreateFault[];
  readonly cancels?: readonly CancelFault[];
  /** Why it refuses changes; without this it accepts them. */
  readonly refusesUpdates?: string;
}): FaultyProvider {
  let creates = [...(options.creates ?? [])];
  let cancels = [...(options.cancels ?? [])];
  let late: CreateRequest[] = [];
  const answers = new Map<string, ProviderAcceptance | ProviderRefusal>();
  const holds = new Set<string>();
  const calls: string[] = [];
  const take = ({ idempotencyKey: key }: CreateRequest) => {
    const before = answers.get(key);
    if (before) return before;
    const made = { outcome: 'accepted' as const, providerDeliveryId: `${options.id}-${key}` };
    answers.set(key, made);
    holds.add(key);
    return made;
  };
  const provider = defineProvider({
    id: options.id,
    name: options.name,
    quote: async () => ({
      outcome: 'quoted',
      priceCents: options.priceCents,
      currency: options.currency ?? 'USD',
    }),
    async create(request) {
      const fault = creates.shift() ?? 'accept';
      calls.push(`create ${fault}`);
      switch (fault) {
        case 'accept':
          return take(request);
        // A "no" applies only to this call. That is harsher than providers are, because a call sent earlier may still
        // be accepted.
        case 'refuse':
          return answers.get(request.idempotencyKey) ?? refused('No courier is free.');
        case 'refuse-for-now':
          return answers.get(request.idempotencyKey) ?? refused('Busy.', false);
        case 'lost-call':
          throw new Error('no connection');
        case 'lost-answer':
          take(request);
          throw new Error('connection reset');
        case 'late':
          late.push(request);
          throw new Error('time-out');
      }
    },
    async update({ shipment }) {
      calls.push(`update ${shipment.dropoff.instructions ?? ''}`);
      return options.refusesUpdates ? refused(options.refusesUpdates) : { outcome: 'updated' };
    },
    async cancel({ idempotencyKey: key }) {
      const fault = cancels.shift() ?? 'cancel';
      calls.push(`cancel ${fault}`);
      if (fault === 'lost-call') throw new Error('no connection');
      if (fault === 'refuse-if-held' && holds.has(key)) return refused('The courier is on the way.');
      holds.delete(key);
      // Its promise: a create with this key that is still under way will be refused.
      answers.set(key, refused('Cancelled.'));
      if (fault === 'lost-answer') throw new Error('connection reset');
      return { outcome: 'canceled' };
    },
    async refresh({ idempotencyKey: key }) {
      return holds.has(key)
        ? { outcome: 'known', providerDeliveryId: `${options.id}-${key}`, updates: [] }
        : { outcome: 'unknown' };
    },
    normalize: () => [],
  });
  return {
    provider,
    calls,
    held: () => [...holds],
    hasLateCalls: () => late.length > 0,
    letLateCallsArrive() {
      const arriving = late;
      late = [];
      for (const request of arriving) take(request);
    },
    drop: (key) => holds.delete(key),
    heal() {
      creates = [];
      cancels = [];
    },
  };
}
