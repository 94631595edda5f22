import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { attempt, Button, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';

interface Message {
  readonly id: string;
  readonly from: 'driver' | 'dispatcher';
  readonly author: string;
  readonly text: string;
  readonly at: string;
}

const PATH = '/v1/driver-phones/messages';

/** What the dispatchers and a driver wrote to each other. */
export function DriverMessages({ courierId }: { courierId: string }) {
  const { data, error, refresh } = useLive<{ messages: readonly Message[]; readAt: string | null }>(
    `${PATH}?courierId=${encodeURIComponent(courierId)}`,
  );
  const [text, setText] = useState('');
  const send = async () => {
    await attempt(() => change('POST', PATH, { courierId, text }));
    setText('');
    refresh();
  };
  return (
    <Section title={m.titles.driverMessages}>
      {!data && <Loading error={error} retry={refresh} lines={2} />}
      {data?.messages.length === 0 && <p class="quiet">{fleetTexts.driverMessages.none}</p>}
      {data?.messages.map((message) => (
        <p key={message.id}>
          <strong>{message.author}</strong> <span class="quiet">{dateTime(message.at)}</span>{' '}
          {message.from === 'dispatcher' && message.at > (data.readAt ?? '') && (
            <span class="quiet">{fleetTexts.driverMessages.unread}</span>
          )}
          <br />
          {message.text}
        </p>
      ))}
      {can('WRITE_FLEET') && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label class="field">
            <span>{fleetTexts.driverMessages.write}</span>
            <input
              value={text}
              required
              maxLength={500}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <div class="actions">
            <Button type="submit" kind="primary">
              {fleetTexts.driverMessages.send}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}
