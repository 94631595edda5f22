import type { DriverDeps } from '../engine/driver.ts';

/** Whether a phone can be told anything while the app is closed. */
export type PushState =
  /** The browser cannot, or not until the app is on the home screen. */
  | 'unable'
  /** The driver forbade it in the phone's settings. */
  | 'denied'
  | 'off'
  | 'on';

type PushDeps = Pick<DriverDeps, 'store' | 'server' | 'now'>;

/** A subscription is compared with the service's key once a day. Milliseconds. */
const CHECK_EVERY_MS = 24 * 3_600_000;

export async function pushStateOf({ store }: Pick<PushDeps, 'store'>): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !navigator.serviceWorker)
    return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  return (await store.recall('pushedTo')) && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the driver, and subscribes. Call it when the driver pressed something: browsers ask only then. */
export async function turnPushOn(deps: PushDeps): Promise<PushState | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return pushStateOf(deps);
  return (await subscribe(deps)) ? 'on' : 'failed';
}

/** Ends the subscription; the service hears of it now if there is a network, otherwise from the push service. */
export async function turnPushOff({ store, server }: PushDeps): Promise<void> {
  if ((await pushStateOf({ store })) !== 'on') return;
  await store.forget('pushedTo');
  const subscription = await subscriptionOf();
  await subscription?.unsubscribe();
  const token = (await store.recall('signedIn'))?.token;
  if (token !== undefined) await server.setPush(token, null);
}

/** Renews a subscription that the browser has ended or replaced. */
export async function keepPush(deps: PushDeps): Promise<void> {
  if ((await pushStateOf(deps)) !== 'on') return;
  const pushedTo = await deps.store.recall('pushedTo');
  const isChecked = deps.now() - (pushedTo?.checkedAtMs ?? 0) < CHECK_EVERY_MS;
  if (isChecked && (await subscriptionOf())?.endpoint === pushedTo?.endpoint) return;
  await subscribe(deps);
}

async function subscriptionOf(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/driver');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes and tells the service. Returns whether both succeeded. */
async function subscribe({ store, server, now }: PushDeps): Promise<boolean> {
  const token = (await store.recall('signedIn'))?.token;
  const answer = token === undefined ? undefined : await server.pushKey(token);
  if (token === undefined || answer?.is !== 'ok') return false;
  const { publicKey } = answer.reply;
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const present = await pushManager.getSubscription();
    const isSame = present && keyOf(present) === publicKey;
    if (present && !isSame) await present.unsubscribe();
    const subscription = isSame
      ? present
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = subscription.toJSON();
    if ((await server.setPush(token, { endpoint, keys })).is !== 'ok') return false;
    await store.remember('pushedTo', { endpoint: subscription.endpoint, checkedAtMs: now() });
    return true;
  } catch {
    // The push service is out of reach.
    return false;
  }
}

/** The key that a subscription is made for, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
