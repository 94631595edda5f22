import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A delivery that the partner received. */
interface Route {
  readonly routeId: string;
  readonly deliveryId: string;
  readonly partnerRouteId: string;
  state: 'held' | 'canceled' | 'picked-up';
  status: string;
}

/** A fleet that accepts deliveries over HTTP, as a partner would write it (contract-facts 11.2). */
export interface ExamplePartner {
  readonly url: string;
  readonly token: string;
  /** Routes by the service's name for them. */
  readonly routes: ReadonlyMap<string, Route>;
  /** `event` of each received request, in order. */
  readonly calls: readonly string[];
  /** `traceparent` of each of them; undefined = it had none. */
  readonly traces: readonly (string | undefined)[];
  /** The secret that the service returned when the partner was registered. */
  secretIs(secret: string): void;
  /** `down`: answers 503. `deaf`: accepts requests and never answers. `full`: refuses every delivery. */
  become(mood: 'well' | 'down' | 'deaf' | 'full'): void;
  /** Answers the next call of this path so, whatever it would have said. */
  answers(path: string, status: number, body: object): void;
  /** Sends a signed update of a delivery to the service. Returns the service's status code. */
  tell(updatesUrl: string, update: object): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one on a free loopback port. `clock` is the time in its signatures. */
export async function startExamplePartner(now: () => number = Date.now): Promise<ExamplePartner> {
  const token = 'partner-token';
  const routes = new Map<string, Route>();
  const calls: string[] = [];
  const traces: (string | undefined)[] = [];
  let secret = '';
  let mood: 'well' | 'down' | 'deaf' | 'full' = 'well';
  const scripted = new Map<string, readonly [number, object]>();

  const answer = (method: string, path: string, body: Record<string, never>): readonly [number, object] => {
    if (path === '/fleet/routes/quote') {
      if (mood === 'full') return [422, { reason: 'All couriers are busy.' }];
      return [200, { priceCents: 650, quoteId: 'offer-1' }];
    }
    if (path === '/fleet/routes') {
      const routeId = String(body.routeId);
      const known = routes.get(routeId);
      if (known?.state === 'canceled') return [409, { reason: 'It was cancelled.' }];
      if (!known && mood === 'full') return [422, { reason: 'All couriers are busy.' }];
      const [delivery] = body.deliveries as unknown as { deliveryId: string }[];
      const partnerRouteId = known?.partnerRouteId ?? `route-${routes.size + 1}`;
      const deliveryId = delivery?.deliveryId ?? '';
      if (!known) {
        routes.set(routeId, {
          routeId,
          deliveryId,
          partnerRouteId,
          state: 'held',
          status: 'not_assigned_driver',
        });
      }
      return [200, { partnerRouteId, stops: [{ partnerStopId: `${partnerRouteId}-1`, deliveryId }] }];
    }
    const [, routeId = '', isCancel] = /^\/fleet\/routes\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    const route = routes.get(decodeURIComponent(routeId));
    if (!route) return [404, { reason: 'Unknown route.' }];
    const { partnerRouteId, deliveryId, status } = route;
    if (isCancel) {
      const named = (body.deliveryIds ?? []) as readonly string[];
      if (body.cancelReason === undefined || !named.includes(deliveryId)) {
        return [400, { reason: 'A cancellation names its reason and its deliveries.' }];
      }
      if (route.state === 'picked-up') return [409, { reason: 'The courier already has the package.' }];
      route.state = 'canceled';
      return [200, {}];
    }
    if (route.state === 'canceled') return [404, { reason: 'It was cancelled.' }];
    if (method === 'GET') return [200, { partnerRouteId, updates: [{ deliveryId, status }] }];
    return [200, {}];
  };

  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const say = ([status, body]: readonly [number, object]) => {
        reply.writeHead(status, { 'content-type': 'application/json' });
        reply.end(JSON.stringify(body));
      };
      const body = text === '' ? {} : JSON.parse(text);
      calls.push(body.event ?? `${request.method} ${request.url}`);
      traces.push(request.headers.traceparent as string | undefined);
      if (mood === 'deaf') return;
      if (mood === 'down') return say([503, { reason: 'Down for the night.' }]);
      if (request.headers.authorization !== `Bearer ${token}` || !isGenuine(request.headers, text)) {
        return say([401, { reason: 'Who are you?' }]);
      }
      const path = request.url ?? '';
      const said = scripted.get(path);
      scripted.delete(path);
      say(said ?? answer(request.method ?? '', path, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function isGenuine(headers: Record<string, unknown>, text: string): boolean {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    return headers['webhook-signature'] === new Webhook(secret).sign(String(headers['webhook-id']), at, text);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    routes,
    calls,
    traces,
    secretIs(given) {
      secret = given;
    },
    answers(path, status, body) {
      scripted.set(path, [status, body]);
    },
    become(next) {
      mood = next;
    },
    async tell(updatesUrl, update) {
      const body = JSON.stringify(update);
      const headers = { 'content-type': 'application/json', ...signedBy(secret, body, now()) };
      const { status } = await fetch(updatesUrl, { method: 'POST', body, headers });
      return status;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The headers of a message that is signed with this secret (Standard Webhooks). */
export function signedBy(secret: string, body: string, nowMs: number): Record<string, string> {
  const id = `msg-${body.length}-${nowMs}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(Math.floor(nowMs / 1000) * 1000), body),
  };
}
