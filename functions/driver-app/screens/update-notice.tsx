import { m } from '../messages/index.ts';

/** Says that there is a newer app, or that this one is too old, and loads it. What is not sent stays on the phone. */
export function UpdateNotice({ isRequired }: { readonly isRequired: boolean }) {
  const update = async () => {
    await (await navigator.serviceWorker?.getRegistration('/driver'))?.update().catch(() => undefined);
    location.reload();
  };
  return (
    <div class={`page card ${isRequired ? 'problem' : ''}`} role={isRequired ? 'alert' : 'status'}>
      <p>{isRequired ? m.update.required : m.update.recommended}</p>
      <button type="button" class="main" onClick={() => void update()}>
        {m.update.button}
      </button>
    </div>
  );
}
