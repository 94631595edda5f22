import { useEffect, useState } from 'preact/hooks';
import { type DriverDeps, signIn } from '../engine/driver.ts';
import { LANGUAGE, m } from '../messages/index.ts';
import { APP_VERSION, platformOf } from '../phone/runner.ts';

interface Props {
  readonly deps: DriverDeps;
  /** Of the link that was opened; null = none. */
  readonly code: string | null;
  readonly problem: string | undefined;
  readonly signedIn: () => void;
}

/** Signs the driver in, by the link or by the code that it has. */
export function SignInScreen({ deps, code, problem, signedIn }: Props) {
  const [typed, setTyped] = useState(code ?? '');
  const [failure, setFailure] = useState(problem);
  const [isBusy, setBusy] = useState(false);
  const send = async (value: string) => {
    setBusy(true);
    const answer = await signIn(deps, value.trim(), device());
    setBusy(false);
    if (answer.is === 'ok') signedIn();
    else setFailure(answer.is === 'refused' ? answer.message : m.signIn.offline);
  };
  useEffect(() => {
    if (code !== null) void send(code);
  }, []);
  return (
    <main class="page">
      <p class="brand">
        <img src="/driver/icon.svg" alt="" width={32} height={32} />
        {document.title}
      </p>
      <h1>{m.signIn.title}</h1>
      <p>{m.signIn.text}</p>
      {failure && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(typed);
        }}
      >
        <label>
          {m.signIn.code}
          <input
            value={typed}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            required
            maxLength={250}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? m.loading : m.signIn.button}
        </button>
      </form>
    </main>
  );
}

const NAMES = { ios: 'iPhone', android: 'Android phone', other: 'Browser' } as const;

function device() {
  const platform = platformOf(navigator.userAgent);
  return { name: NAMES[platform], platform, appVersion: APP_VERSION, language: LANGUAGE };
}
