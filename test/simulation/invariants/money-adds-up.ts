import { defineInvariant } from './define-invariant.ts';

interface Quote {
  readonly id: string;
  readonly priceCents: number;
  readonly totalPriceCents: number;
  readonly costSplitCustomerCents: number;
  readonly costSplitBusinessCents: number;
}

type Buckets = Readonly<Record<'deliveryFeeCents' | 'orderValueCents' | 'tipCents', number>>;

const sum = (of: Buckets) => of.deliveryFeeCents + of.orderValueCents + of.tipCents;

export const moneyAddsUp = defineInvariant({
  name: 'money-adds-up',
  number: 9,
  sentence:
    'A delivery costs what its quote said and the fees that came later; shares add up to it; no more is refunded than was asked for.',
  atEnd({ world }, report) {
    const deliveries = new Map(world.items('delivery').map(({ data }) => [data.taskId, data]));
    for (const { data: task } of world.items('task')) {
      const quotes = task.quotes as readonly Quote[];
      for (const quote of quotes) {
        const { costSplitCustomerCents: customer, costSplitBusinessCents: business } = quote;
        if (customer + business !== quote.totalPriceCents)
          report(`${quote.id} costs ${quote.totalPriceCents}: ${customer} and ${business} are its shares.`);
      }
      const winner = quotes.find(({ id }) => id === task.winnerQuoteId);
      const delivery = deliveries.get(task.id);
      if (!winner || !delivery) continue;
      const later = ['waitFeeCents', 'cancellationFeeCents', 'returnFeeCents'].reduce(
        (total, fee) => total + Number(delivery[fee] ?? 0),
        0,
      );
      if (Number(delivery.totalPriceCents) !== winner.totalPriceCents + later) {
        report(
          `${delivery.id} costs ${delivery.totalPriceCents}, its quote ${winner.totalPriceCents} and ${later} later.`,
        );
      }
    }
    for (const { data: request } of world.items('refundRequest')) {
      const [requested, granted] = [request.requested as Buckets, request.granted as Buckets | null];
      if (granted && sum(granted) > sum(requested))
        report(`${request.id} grants ${sum(granted)} of ${sum(requested)} that were asked for.`);
    }
  },
});
