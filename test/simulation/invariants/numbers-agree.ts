import { isTerminal } from '../../../lib/fulfilment/jobs/index.ts';
import { defineInvariant } from './define-invariant.ts';

/** Fields of the stored counts of a minute that this computes for itself. */
const FIELDS = ['ordersCreated', 'attempts', 'delivered', 'canceledByProvider', 'costCents'] as const;

type Numbers = Record<(typeof FIELDS)[number], number>;

export const numbersAgree = defineInvariant({
  name: 'numbers-agree',
  number: 9,
  sentence:
    'The numbers of insight are those of the orders and deliveries that there are, whatever happened to their events.',
  atEnd({ world }, report) {
    const counted = new Map<string, Numbers>();
    for (const { data } of world.items('insightMinute')) {
      const { organizationId, part, parts, cells } = data as unknown as Minute;
      if (part >= parts) continue;
      const numbers = of(counted, organizationId);
      for (const row of cells.rows)
        for (const field of FIELDS) {
          const place = cells.fields.indexOf(field);
          if (place >= 0) numbers[field] += row[cells.dimensions.length + place] ?? 0;
        }
    }
    const real = new Map<string, Numbers>();
    for (const { data } of world.items('order')) of(real, String(data.organizationId)).ordersCreated += 1;
    for (const { data } of world.items('delivery')) {
      const { organizationId, status, totalPriceCents } = data as unknown as Ended;
      if (!isTerminal(status as never)) continue;
      const numbers = of(real, organizationId);
      numbers.attempts += 1;
      if (status === 'dropoff_complete') {
        numbers.delivered += 1;
        numbers.costCents += totalPriceCents;
      }
      if (status === 'canceled_by_provider') numbers.canceledByProvider += 1;
    }
    for (const organizationId of new Set([...counted.keys(), ...real.keys()])) {
      const [own, other] = [of(counted, organizationId), of(real, organizationId)];
      for (const field of FIELDS) {
        // Attempts that failed may have cost something as well.
        const agrees = field === 'costCents' ? own[field] >= other[field] : own[field] === other[field];
        if (!agrees)
          report(`${organizationId} counts ${own[field]} ${field}, and there are ${other[field]}.`);
      }
    }
  },
});

interface Minute {
  readonly organizationId: string;
  readonly part: number;
  readonly parts: number;
  readonly cells: {
    readonly dimensions: readonly string[];
    readonly fields: readonly string[];
    readonly rows: readonly (readonly number[])[];
  };
}

interface Ended {
  readonly organizationId: string;
  readonly status: string;
  readonly totalPriceCents: number;
}

function of(numbers: Map<string, Numbers>, organizationId: string): Numbers {
  const known = numbers.get(organizationId);
  if (known) return known;
  const none: Numbers = { ordersCreated: 0, attempts: 0, delivered: 0, canceledByProvider: 0, costCents: 0 };
  numbers.set(organizationId, none);
  return none;
}
