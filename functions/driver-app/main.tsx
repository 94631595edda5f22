import { render } from 'preact';
import { App } from './app.tsx';
import { serverAt } from './engine/server.ts';
import { LANGUAGE } from './messages/index.ts';
import { storeOnPhone } from './phone/store-on-phone.ts';
import './style.css';

document.documentElement.lang = LANGUAGE;

const deps = {
  store: await storeOnPhone(),
  server: serverAt(location.origin, (input, init) => fetch(input, init)),
  now: () => Date.now(),
  newId: () => crypto.randomUUID().replaceAll('-', ''),
};

/** The code of an invitation in the link that was opened; it leaves the address at once. */
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (code !== null) history.replaceState(null, '', location.pathname);

const root = document.getElementById('app');
if (root) render(<App deps={deps} code={code} />, root);

/** How long after a failed installation the next one begins. Milliseconds. */
const INSTALL_AGAIN_MS = 30_000;

/** Installs the app on the phone; without a network in the middle of it, it begins again. */
async function install(): Promise<void> {
  const again = () => void setTimeout(install, INSTALL_AGAIN_MS);
  try {
    const { installing } = await navigator.serviceWorker.register('/driver/service-worker.js', {
      scope: '/driver',
    });
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') again();
    });
  } catch {
    again();
  }
}

if (navigator.serviceWorker) void install();
// Asks the browser not to throw the driver's work away when space runs short.
void navigator.storage?.persist?.();
