import type { View } from '../engine/driver.ts';
import { unreadMessages } from '../engine/messages.ts';
import type { SyncOutcome } from '../engine/sync.ts';
import { m, timeOf } from '../messages/index.ts';

interface Props {
  readonly view: View;
  readonly outcome: SyncOutcome;
  readonly sharing: boolean;
  readonly openMessages: () => void;
  readonly openRefused: () => void;
  readonly openSettings: () => void;
}

/** Whether what the driver did has arrived, always in sight. */
export function StateBar({ view, outcome, sharing, openMessages, openRefused, openSettings }: Props) {
  const { waiting, refused, work } = view;
  const count = waiting.length;
  const unread = work ? unreadMessages(work).length : 0;
  const words =
    count === 0 ? m.state.sent : outcome === 'later' ? m.state.waiting(count) : m.state.holding(count);
  return (
    <header class="state" data-waiting={count}>
      <span role="status" class={outcome === 'later' && count > 0 ? 'warn' : ''}>
        {words}
        {work && outcome === 'later' && <small> {m.state.asOf(timeOf(work.at))}</small>}
      </span>
      {refused.length > 0 && (
        <button type="button" class="bad" onClick={openRefused}>
          {m.state.refused(refused.length)}
        </button>
      )}
      {sharing && (
        <span title={m.settings.positionOn} role="img" aria-label={m.settings.positionOn} class="sharing" />
      )}
      <button
        type="button"
        class={unread > 0 ? 'main' : 'plain'}
        aria-label={m.messages.unread(unread)}
        onClick={openMessages}
      >
        ✉{unread > 0 && ` ${unread}`}
      </button>
      <button type="button" class="plain" aria-label={m.settings.title} onClick={openSettings}>
        ⚙
      </button>
    </header>
  );
}
