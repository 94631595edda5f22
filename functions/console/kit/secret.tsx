import { useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { ActionButton, attempt, Button, Dialog } from './ui.tsx';

/** A secret that is shown once. */
export function Secret({ secret }: { secret: string }) {
  return (
    <>
      <p>{m.secrets.once}</p>
      <pre>{secret}</pre>
      <ActionButton icon="copy" run={() => navigator.clipboard.writeText(secret)} done={m.actions.copied}>
        {m.actions.copy}
      </ActionButton>
    </>
  );
}

/** Replaces a secret after a confirmation, and shows the new one once. */
export function RotateButton({ question, rotate }: { question: string; rotate: () => Promise<string> }) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setOpen(false);
    setSecret(undefined);
  };
  const run = async () => {
    setBusy(true);
    setSecret(await attempt(rotate));
    setBusy(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.secrets.rotate}</Button>
      {isOpen && (
        <Dialog title={m.secrets.rotateTitle} onClose={close}>
          {secret === undefined ? (
            <>
              <p>{question}</p>
              <div class="actions end">
                <Button onClick={close}>{m.actions.cancel}</Button>
                <Button kind="primary" busy={busy} onClick={() => void run()}>
                  {m.secrets.rotate}
                </Button>
              </div>
            </>
          ) : (
            <Secret secret={secret} />
          )}
        </Dialog>
      )}
    </>
  );
}
