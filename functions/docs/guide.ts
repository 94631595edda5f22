/** A guide in the browser: samples that can be pasted as they are, and buttons that copy them. */
import { PLACES } from '../../lib/platform/http/docs/guide-places.ts';
import { demoKey } from './demo-key.ts';

const DAY_MS = 86_400_000;

async function main(): Promise<void> {
  const codes = [...document.querySelectorAll<HTMLElement>('pre code')];
  const put = (values: Readonly<Record<string, string>>) => {
    for (const code of codes)
      for (const [place, value] of Object.entries(values))
        code.textContent = (code.textContent ?? '').replaceAll(place, value);
  };
  put({
    [PLACES.baseUrl]: location.origin,
    [PLACES.externalId]: `guide-${Date.now().toString(36)}`,
    [PLACES.day]: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
  });
  const status = document.querySelector('[role="status"]');
  for (const button of document.querySelectorAll<HTMLButtonElement>('.code button'))
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '');
      if (status) status.textContent = 'Copied.';
    });
  const key = await demoKey().catch(() => undefined);
  if (key !== undefined) put({ [PLACES.apiKey]: key });
}

void main();
