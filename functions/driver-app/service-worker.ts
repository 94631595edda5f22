/**
 * Keeps the app on the phone: the page is that of the network where there is one, its files never change under one name.
 * Requests to the API pass by: the app itself decides what to do without a network. Push messages become notices, in the
 * phone's language, and their content is read by the app.
 */

import { languageFor } from './messages/language.ts';
import { NOTICE_TEXTS, NOTICES } from './messages/notices.ts';

/** Names of the files of this build, filled in when it is built. */
declare const FILES: readonly string[];
/** Digest of this build. */
declare const BUILD: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}

interface Pushed extends Lasting {
  readonly data: { json(): { readonly notice?: unknown } } | null;
}

interface Clicked extends Lasting {
  readonly notification: { close(): void };
}

interface Page {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

declare const self: {
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(name: 'push', listener: (event: Pushed) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(of: { readonly type: 'window' }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
};

const PAGE = '/driver';
const CACHE = `driver-${BUILD}`;
/** A page that takes longer comes from the phone. Milliseconds. */
const PATIENCE_MS = 3_000;
/** How often a file is asked for before the installation fails; the next opening of the app begins another one. */
const ATTEMPTS = 6;
/** Milliseconds, more after each attempt. */
const PAUSE_MS = 500;

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith('driver-') && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === PAGE) event.respondWith(page(event.request));
  else if (pathname.startsWith(`${PAGE}/`)) event.respondWith(file(event.request));
});

self.addEventListener('push', (event) => {
  const sent = event.data?.json().notice;
  const notice = NOTICES.find((one) => one === sent) ?? 'change';
  const texts = NOTICE_TEXTS[languageFor(navigator.languages)];
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (pages) => {
      for (const page of pages) page.postMessage(notice);
      await self.registration.showNotification(texts[notice], {
        // A later notice of a kind takes the place of the earlier one.
        tag: notice,
        renotify: notice === 'offer' || notice === 'message',
        silent: pages.some(({ visibilityState }) => visibilityState === 'visible'),
        icon: '/driver/icon.png',
      });
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then(([page]) => (page ? page.focus() : self.clients.openWindow(PAGE))),
  );
});

/** One file after the other: a phone with one bar of signal, or a busy service, gets through them in the end. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const address of [PAGE, ...FILES.map((name) => `${PAGE}/${name}`)]) await keep(cache, address);
}

async function keep(cache: Cache, address: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await cache.add(address);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS));
    }
  }
}

async function page(request: Request): Promise<Response> {
  try {
    const reply = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (reply.ok) return reply;
  } catch {
    // No network.
  }
  return (await caches.match(PAGE)) ?? fetch(request);
}

/** A file that is not there from the beginning is kept once it was needed. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}
