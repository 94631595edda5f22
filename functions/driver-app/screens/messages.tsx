import { useEffect, useState } from 'preact/hooks';
import { unreadMessages } from '../engine/messages.ts';
import type { Work } from '../engine/work.ts';
import { m, timeOf } from '../messages/index.ts';
import type { Act } from './act.ts';

interface Props {
  readonly work: Work;
  /** The package about which the driver writes; undefined = none. */
  readonly deliveryId: string | undefined;
  readonly act: Act;
  readonly back: () => void;
}

/** What the dispatchers and the driver wrote to each other. */
export function MessagesScreen({ work, deliveryId, act, back }: Props) {
  const [text, setText] = useState('');
  const last = unreadMessages(work).at(-1)?.at;
  useEffect(() => {
    if (last !== undefined) void act([{ kind: 'read', upTo: last }], '', { isFinal: true, isSilent: true });
  }, [last]);
  return (
    <main class="page">
      <button type="button" class="plain" onClick={back}>
        ‹ {m.back}
      </button>
      <h1>{m.messages.title}</h1>
      {work.messages.length === 0 && <p class="quiet">{m.messages.none}</p>}
      <ul class="cards">
        {work.messages.map((message) => (
          <li key={message.id} class={`card ${message.from}`}>
            <p class="quiet">
              {message.author} · {timeOf(message.at)}
            </p>
            <p>{message.text}</p>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const about = deliveryId === undefined ? {} : { deliveryId };
          void act([{ kind: 'message', text: text.trim(), ...about }], m.messages.noted, { isFinal: true });
          setText('');
        }}
      >
        <label>
          {deliveryId === undefined ? m.messages.write : m.messages.writeAbout}
          <textarea
            required
            maxLength={500}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={text.trim() === ''}>
          {m.messages.send}
        </button>
      </form>
    </main>
  );
}
