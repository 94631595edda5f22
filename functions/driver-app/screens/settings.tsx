import { useState } from 'preact/hooks';
import type { DriverDeps } from '../engine/driver.ts';
import { m } from '../messages/index.ts';

interface Props {
  readonly deps: DriverDeps;
  /** Steps that are not sent. */
  readonly unsent: number;
  readonly sharing: boolean;
  readonly share: (on: boolean) => void;
  readonly back: () => void;
}

/** Consent to share the position, and the way out. */
export function SettingsScreen({ deps, unsent, sharing, share, back }: Props) {
  const [isSure, setSure] = useState(false);
  return (
    <main class="page">
      <button type="button" class="plain" onClick={back}>
        ‹ {m.back}
      </button>
      <h1>{m.settings.title}</h1>
      <label class="choice">
        <input
          type="checkbox"
          checked={sharing}
          onChange={({ currentTarget }) => {
            void deps.store.remember('sharesPosition', currentTarget.checked);
            share(currentTarget.checked);
          }}
        />
        {m.settings.position}
      </label>
      {unsent > 0 && isSure && (
        <p class="problem" role="alert">
          {m.settings.unsent}
        </p>
      )}
      <button
        type="button"
        onClick={async () => {
          if (unsent > 0 && !isSure) return setSure(true);
          await deps.store.clear();
          location.reload();
        }}
      >
        {isSure ? m.settings.signOutAnyway : m.settings.signOut}
      </button>
    </main>
  );
}
