import { type DriverDeps, signIn } from '../../functions/driver-app/engine/driver.ts';
import { serverAt } from '../../functions/driver-app/engine/server.ts';
import type { Store } from '../../functions/driver-app/engine/store.ts';
import { type SyncOutcome, synchronize } from '../../functions/driver-app/engine/sync.ts';
import { storeOnPhone } from '../../functions/driver-app/phone/store-on-phone.ts';
import type { DriverWorld } from './driver-world.ts';

/**
 * What becomes of a request: `lost` = it does not arrive, `unanswered` = it arrives, and its reply is lost, `slow` = the phone gives
 * up waiting, and it arrives after a later one.
 */
export type Passage = 'up' | 'lost' | 'unanswered' | 'slow';

/** A phone with the driver's app, whose service is the real one over a table in memory. */
export interface PhoneOnWorld {
  readonly deps: DriverDeps;
  /** Asked before each request. */
  network: () => Passage;
  /** How far the clock of the phone is ahead. Milliseconds. */
  aheadMs: number;
  sync(): Promise<SyncOutcome>;
  /** Ends the app and opens it again: only what is in the phone's database is left. */
  kill(): Promise<void>;
}

let phones = 0;

/** A phone of this driver, signed in. Its database is the browser's, or one in memory. */
export async function phoneOnWorld(world: DriverWorld, courierId: string): Promise<PhoneOnWorld> {
  phones += 1;
  const database = `phone-on-world-${process.pid}-${phones}`;
  const number = phones;
  let ids = 0;
  let store: Store = await storeOnPhone(database);
  const phone: PhoneOnWorld = {
    network: () => 'up',
    aheadMs: 0,
    get deps() {
      return {
        store,
        server: serverAt(
          'https://service.example',
          fetchOn(world, courierId, () => phone.network()),
        ),
        now: () => world.db.deps.clock.now() + phone.aheadMs,
        newId: () => {
          ids += 1;
          return `phone-${number}-report-${ids}`;
        },
      };
    },
    sync: () =>
      synchronize({
        ...phone.deps,
        platform: 'android',
        appVersion: '1.0.0',
        battery: async () => null,
      }),
    async kill() {
      store = await storeOnPhone(database);
    },
  };
  await signIn(phone.deps, courierId, {});
  return phone;
}

/** The requests of a phone, answered by the areas of the API. */
function fetchOn(world: DriverWorld, courierId: string, network: () => Passage): typeof fetch {
  const under: (() => Promise<Response>)[] = [];
  return async (input, init = {}) => {
    const passage = network();
    if (passage === 'lost') throw new TypeError('Failed to fetch');
    const send = () => answer(world, courierId, new URL(String(input)), init);
    if (passage === 'slow') {
      under.push(send);
      throw new DOMException('The operation timed out.', 'TimeoutError');
    }
    const reply = await send();
    for (const late of under.splice(0)) await late();
    if (passage === 'unanswered') throw new TypeError('Failed to fetch');
    return reply;
  };
}

async function answer(
  world: DriverWorld,
  courierId: string,
  url: URL,
  { method = 'GET', body }: RequestInit,
): Promise<Response> {
  if (url.pathname === '/v1/driver-phones/sign-in') {
    const driver = { id: courierId, firstName: 'Kim' };
    return Response.json({ token: 'dos_phone', driver, organization: { name: 'Bakery' } });
  }
  if (url.hostname !== 'service.example') {
    const [, organizationId = '', ...key] = url.pathname.split('/');
    await world.bucket.put(organizationId, key.join('/'), new Uint8Array(body as ArrayBuffer), {} as never);
    return new Response();
  }
  const [, id] = /^\/v1\/driver\/documents\/([^/]+)\/complete$/.exec(url.pathname) ?? [];
  const routeKey = id ? 'POST /v1/driver/documents/{id}/complete' : `${method} ${url.pathname}`;
  const { status, json } = await world.onPhone(courierId, routeKey, {
    ...(id ? { params: { id } } : {}),
    query: Object.fromEntries(url.searchParams),
    ...(body ? { body: JSON.parse(String(body)) } : {}),
  });
  return Response.json(json, { status });
}

/** A photo as the app keeps it, with the first bytes of a JPEG. */
export function photoFile(id: string, deliveryId: string) {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).buffer;
  return { id, deliveryId, contentType: 'image/jpeg', bytes, announced: null, documentId: null };
}
