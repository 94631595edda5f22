import type { DriverDeps } from '../engine/driver.ts';
import type { Entry } from '../engine/store.ts';
import { m, timeOf } from '../messages/index.ts';

interface Props {
  readonly deps: DriverDeps;
  readonly refused: readonly Entry[];
  readonly changed: () => Promise<void>;
  readonly back: () => void;
}

/** What the service did not take, with its reason, until the driver has seen it. */
export function RefusedScreen({ deps, refused, changed, back }: Props) {
  return (
    <main class="page">
      <button type="button" class="plain" onClick={back}>
        ‹ {m.back}
      </button>
      <h1>{m.refusals.title}</h1>
      <p>{m.refusals.text}</p>
      <ul class="cards">
        {refused.map((entry) => (
          <li key={entry.seq} class="card">
            <strong>{timeOf(entry.occurredAt)}</strong>
            <p>{entry.refusal?.message}</p>
            <button
              type="button"
              onClick={async () => {
                await deps.store.removeEntries([entry.seq!]);
                await changed();
              }}
            >
              {m.refusals.seen}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
