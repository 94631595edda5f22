import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { OrderLink } from '../kit/links.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { type Message, OutcomeBadge } from './shop-outcome.tsx';
import { type Tested, TestResult } from './shop-test.tsx';

/** One message: what it says, what became of it, and what it would do now. */
export function ShopMessagePage({ params }: { params: Readonly<Record<string, string>> }) {
  const shop = `/v1/shops/${encodeURIComponent(params.id ?? '')}`;
  const messageId = params.messageId ?? '';
  const path = `${shop}/messages/${encodeURIComponent(messageId)}`;
  const [tested, setTested] = useState<Tested>();
  return (
    <DetailPage
      live={useLive<Message & { readonly content: unknown }>(path)}
      back={[`/shops/${params.id}`, incomingTexts.shops.one]}
      title={({ topic, shopOrderId }) =>
        [topic || incomingTexts.shops.message, shopOrderId].filter(Boolean).join(' ')
      }
      badges={(message) => <OutcomeBadge message={message} />}
      facts={(data) => [
        [incomingTexts.shops.received, dateTime(data.receivedAt)],
        [incomingTexts.shops.handled, data.handledAt && dateTime(data.handledAt)],
        [incomingTexts.shops.why, data.message],
        [m.orders.one, data.orderId && <OrderLink id={data.orderId} />],
        [incomingTexts.shops.repetitions, data.repetitions],
        [incomingTexts.shops.replays, data.replays],
      ]}
      actions={() =>
        can('WRITE_CONNECTION') && (
          <>
            <ActionButton
              run={async () => setTested(await change<Tested>('POST', `${shop}/test`, { messageId }))}
            >
              {incomingTexts.shops.showOrder}
            </ActionButton>
            <ActionButton
              kind="primary"
              icon="refresh"
              run={() => change('POST', `${path}/replay`)}
              done={incomingTexts.shops.replayed}
            >
              {incomingTexts.shops.replay}
            </ActionButton>
          </>
        )
      }
    >
      {({ content }) => (
        <>
          {tested && (
            <Section title={incomingTexts.shops.test}>
              <TestResult tested={tested} />
            </Section>
          )}
          <Section title={incomingTexts.shops.content}>
            {content === null ? (
              <p class="quiet">{incomingTexts.shops.noContent}</p>
            ) : (
              <pre class="whole">{JSON.stringify(content, null, 2)}</pre>
            )}
          </Section>
        </>
      )}
    </DetailPage>
  );
}
