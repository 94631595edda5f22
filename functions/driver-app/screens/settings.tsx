import { useState } from 'preact/hooks';
import type { DriverDeps } from '../engine/driver.ts';
import { m } from '../messages/index.ts';
import { turnPushOff } from '../phone/push.ts';
import { NAVIGATORS, type NavigatorName } from './navigation.ts';
import { PushSetting } from './push-card.tsx';

interface Props {
  readonly deps: DriverDeps;
  /** Steps that are not sent. */
  readonly unsent: number;
  readonly sharing: boolean;
  readonly share: (on: boolean) => void;
  readonly navigator: NavigatorName;
  readonly navigate: (by: NavigatorName) => void;
  readonly back: () => void;
}

/** Consent to share the position, and the way out. */
export function SettingsScreen({ deps, unsent, sharing, share, navigator, navigate, back }: Props) {
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
      <PushSetting deps={deps} />
      <fieldset>
        <legend>{m.settings.navigator}</legend>
        {NAVIGATORS.map((by) => (
          <label key={by} class="choice">
            <input
              type="radio"
              name="navigator"
              checked={by === navigator}
              onChange={() => {
                void deps.store.remember('navigator', by);
                navigate(by);
              }}
            />
            {m.settings.navigators[by]}
          </label>
        ))}
      </fieldset>
      {unsent > 0 && isSure && (
        <p class="problem" role="alert">
          {m.settings.unsent}
        </p>
      )}
      <button
        type="button"
        onClick={async () => {
          if (unsent > 0 && !isSure) return setSure(true);
          await turnPushOff(deps);
          await deps.store.clear();
          location.reload();
        }}
      >
        {isSure ? m.settings.signOutAnyway : m.settings.signOut}
      </button>
    </main>
  );
}
