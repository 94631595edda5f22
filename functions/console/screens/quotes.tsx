import { useEffect, useState } from 'preact/hooks';
import { ApiError, change } from '../kit/api.ts';
import { given } from '../kit/form.tsx';
import { dateTime, money, time } from '../kit/format.ts';

import { can } from '../kit/me.ts';
import type { Quote } from '../kit/types.ts';
import { ActionButton, Badge, Dialog, ErrorState, Skeleton } from '../kit/ui.tsx';
import { type Reason, reasonOf } from '../kit/why.ts';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

/** What of an order decides about its strategy. */
interface Dispatchable extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

interface Asked {
  readonly quotes: readonly Quote[];
  readonly failedQuotes: readonly Quote[];
}

interface Evaluation {
  readonly dispatchRule: { readonly optionsGroupLabel: string } | null;
  readonly because: readonly Reason[];
  readonly rankedProviders: readonly {
    readonly providerId: string;
    readonly rank: number | null;
    readonly reason: Reason;
  }[];
}

/** Before an order is booked: what each carrier takes, when it arrives, whom the strategy chooses, and why. */
export function DispatchDialog({ order, onClose }: { order: Dispatchable; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>();
  const [choice, setChoice] = useState<Evaluation>();
  const [error, setError] = useState<ApiError>();
  const ask = async () => {
    setError(undefined);
    try {
      const found = await change<Asked>('POST', '/v1/order/refresh_quotes', { orderId: order.id });
      setAsked(found);
      if (can('READ_DISPATCH_STRATEGY') && found.quotes.length > 0)
        setChoice(await evaluate(order, found.quotes));
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, {}));
    }
  };
  const canAsk = can('WRITE_ORDER');
  useEffect(() => {
    if (canAsk) void ask();
  }, []);
  const book = async (run: () => Promise<unknown>) => {
    await run();
    onClose();
  };
  const ranked = asked?.quotes.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity)) ?? [];
  return (
    <Dialog title={m.titles.quotes} wide onClose={onClose}>
      {choice?.dispatchRule && <p>{intakeTexts.quotes.strategy(choice.dispatchRule.optionsGroupLabel)}</p>}
      {error && !asked && <ErrorState error={error} retry={() => void ask()} />}
      {canAsk && !asked && !error && (
        <>
          <p class="quiet">{intakeTexts.quotes.asking}</p>
          <Skeleton lines={3} />
        </>
      )}
      <ol class="rows" aria-label={m.deliveries.quotes}>
        {ranked.map((quote, index) => {
          const reason = choice?.rankedProviders.find(
            ({ providerId }) => providerId === quote.providerId,
          )?.reason;
          return (
            <li key={quote.id}>
              <strong>{money(quote.totalPriceCents, quote.currency)}</strong>
              <span>
                {quote.providerName}{' '}
                {index === 0 && <Badge value="success" text={intakeTexts.quotes.choice} />}
                <span class="quiet block">
                  {[
                    quote.rank !== null && intakeTexts.quotes.rank(quote.rank),
                    quote.dropoffEta && `${m.orders.eta} ${dateTime(quote.dropoffEta)}`,
                    quote.expireTime && intakeTexts.quotes.until(time(quote.expireTime)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {reason && <span class="quiet block">{reasonOf(reason)}</span>}
              </span>
              <ActionButton
                kind={index === 0 ? 'primary' : 'plain'}
                label={intakeTexts.quotes.book(quote.providerName)}
                run={() => book(() => change('POST', '/v1/select_quote', { quoteId: quote.id }))}
                done={m.orders.dispatched}
              >
                {intakeTexts.quotes.bookIt}
              </ActionButton>
            </li>
          );
        })}
      </ol>
      {asked && ranked.length === 0 && <p class="problem">{intakeTexts.quotes.none}</p>}
      {choice && choice.because.length > 0 && (
        <details>
          <summary>{m.orders.explanation}</summary>
          <ul class="bullets">
            {choice.because.map((reason, index) => (
              <li key={index}>{reasonOf(reason)}</li>
            ))}
          </ul>
        </details>
      )}
      {asked && asked.failedQuotes.length > 0 && (
        <details>
          <summary>{intakeTexts.quotes.refused(asked.failedQuotes.length)}</summary>
          <ul class="rows">
            {asked.failedQuotes.map((quote) => (
              <li key={quote.id}>
                <span>{quote.providerName}</span>
                <span class="quiet">{quote.errorMessage}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="quiet">{intakeTexts.quotes.autoHelp}</p>
      <div class="actions end">
        <ActionButton
          icon="deliveries"
          run={() => book(() => change('POST', `/v1/order/${order.id}/autodispatch`))}
          done={m.orders.dispatched}
        >
          {intakeTexts.quotes.auto}
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** Whom the strategy of the order would choose among these quotes, and why; undefined when nobody can say. */
async function evaluate(order: Dispatchable, quotes: readonly Quote[]): Promise<Evaluation | undefined> {
  const context = given({
    packageValueCents: order.valueCents,
    itemsCount: order.itemsCount,
    tags: order.tags,
    pickupStoreLocationId: order.pickupStoreLocationId,
    dropoffStoreLocationId: order.dropoffStoreLocationId,
  });
  const address = given(
    Object.fromEntries(
      ['City', 'State', 'Zip', 'Country'].flatMap((part) =>
        (['pickup', 'dropoff'] as const).map((side) => [
          `${side}Address${part}`,
          order[`${side}Address${part}`] ?? null,
        ]),
      ),
    ),
  );
  return change<Evaluation>('POST', '/v1/dispatch/evaluate', {
    ...address,
    ...given({ optionsGroupId: order.dispatchStrategyId }),
    quotes: quotes.map(({ providerId, totalPriceCents, dropoffEta }) => ({
      providerId,
      totalPriceCents,
      dropoffEta,
    })),
    context,
  }).catch(() => undefined);
}
