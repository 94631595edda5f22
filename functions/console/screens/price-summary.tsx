import { useEffect, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { money } from '../kit/format.ts';
import type { Quote } from '../kit/types.ts';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

/** Orders that are quoted at most: each asks every carrier. */
const MOST_QUOTED = 25;

/** Orders that are quoted at a time. */
const WIDTH = 3;

interface Priced {
  /** Cents by currency. */
  readonly totals: Readonly<Record<string, number>>;
  /** Orders by the carrier that the strategy would choose. */
  readonly carriers: Readonly<Record<string, number>>;
  readonly done: number;
  readonly unpriced: number;
}

const NOTHING: Priced = { totals: {}, carriers: {}, done: 0, unpriced: 0 };

/** What the carriers that the strategies would choose take for these orders together. Nothing is booked. */
export function PriceSummary({ orderIds }: { orderIds: readonly string[] }) {
  const [priced, setPriced] = useState<Priced>(NOTHING);
  const isTooMany = orderIds.length > MOST_QUOTED;
  useEffect(() => {
    if (isTooMany) return;
    let isCurrent = true;
    const waiting = [...orderIds];
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && isCurrent; id = waiting.shift()) {
        const best = await bestQuote(id);
        if (isCurrent) setPriced((before) => withQuote(before, best));
      }
    };
    for (let worker = 0; worker < WIDTH; worker += 1) void work();
    return () => {
      isCurrent = false;
    };
  }, [orderIds.join(' ')]);
  if (isTooMany) return <p class="quiet">{intakeTexts.quotes.tooMany(MOST_QUOTED)}</p>;
  const totals = Object.entries(priced.totals).map(([currency, cents]) => money(cents, currency));
  return (
    <div role="status">
      {priced.done < orderIds.length ? (
        <p class="quiet">{intakeTexts.quotes.asked(priced.done, orderIds.length)}</p>
      ) : (
        <>
          <p>
            <strong>{intakeTexts.quotes.total(totals.join(' + ') || m.none)}</strong>
          </p>
          <ul class="rows">
            {Object.entries(priced.carriers).map(([name, orders]) => (
              <li key={name}>
                <span>{name}</span>
                <span class="quiet">{m.shared.orderCount(orders)}</span>
              </li>
            ))}
          </ul>
          {priced.unpriced > 0 && <p class="problem">{intakeTexts.quotes.unpriced(priced.unpriced)}</p>}
        </>
      )}
    </div>
  );
}

/** The quote that the strategy of an order would choose; undefined when no carrier offers to take it. */
async function bestQuote(orderId: string): Promise<Quote | undefined> {
  try {
    const { quotes } = await change<{ quotes: readonly Quote[] }>('POST', '/v1/order/refresh_quotes', {
      orderId,
    });
    return quotes.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))[0];
  } catch {
    // Such as an order that needs attention.
    return undefined;
  }
}

function withQuote(before: Priced, quote: Quote | undefined): Priced {
  if (!quote) return { ...before, done: before.done + 1, unpriced: before.unpriced + 1 };
  const { currency, totalPriceCents, providerName } = quote;
  return {
    ...before,
    done: before.done + 1,
    totals: { ...before.totals, [currency]: (before.totals[currency] ?? 0) + totalPriceCents },
    carriers: { ...before.carriers, [providerName]: (before.carriers[providerName] ?? 0) + 1 },
  };
}
