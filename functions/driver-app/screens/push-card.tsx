import { useEffect, useState } from 'preact/hooks';
import type { DriverDeps } from '../engine/driver.ts';
import { m } from '../messages/index.ts';
import { type PushState, pushStateOf, turnPushOff, turnPushOn } from '../phone/push.ts';

/** Asks once whether the driver wants to hear of new work. */
export function PushCard({ deps }: { readonly deps: DriverDeps }) {
  const [isAsking, setAsking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    void Promise.all([pushStateOf(deps), deps.store.recall('pushAsked')]).then(([state, wasAsked]) =>
      setAsking(state === 'off' && wasAsked !== true),
    );
  }, [deps]);
  if (!isAsking) return null;
  const answered = async () => {
    await deps.store.remember('pushAsked', true);
    setAsking(false);
  };
  return (
    <section class="card" aria-label={m.push.ask}>
      <p>{m.push.ask}</p>
      {isFailed && <p role="alert">{m.push.failed}</p>}
      <div class="pair">
        <button
          type="button"
          class="main"
          onClick={async () => {
            if ((await turnPushOn(deps)) === 'failed') setFailed(true);
            else await answered();
          }}
        >
          {m.push.on}
        </button>
        <button type="button" onClick={answered}>
          {m.push.later}
        </button>
      </div>
    </section>
  );
}

/** Switches push messages on and off. */
export function PushSetting({ deps }: { readonly deps: DriverDeps }) {
  const [state, setState] = useState<PushState | 'failed'>();
  useEffect(() => {
    void pushStateOf(deps).then(setState);
  }, [deps]);
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={state === 'on'}
          disabled={state === undefined || state === 'unable' || state === 'denied'}
          onChange={async ({ currentTarget }) => {
            if (currentTarget.checked) return setState(await turnPushOn(deps));
            await turnPushOff(deps);
            setState('off');
          }}
        />
        {m.push.setting}
      </label>
      {(state === 'unable' || state === 'denied' || state === 'failed') && (
        <p class="quiet" role="status">
          {m.push[state]}
        </p>
      )}
    </>
  );
}
