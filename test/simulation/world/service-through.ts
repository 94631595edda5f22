import { matchRoute } from '../../../cdk/local/http-api/match-route.ts';
import type { CallService } from '../../../lib/reactions/tools/index.ts';
import type { Instance } from './function-pool.ts';
import { type Gateway, routeKeys } from './gateway.ts';

const route = matchRoute(routeKeys.map((routeKey) => ({ routeKey })));

/** The service's own API as one of its functions calls it, with the credential in `headers`. */
export function serviceThrough(
  gateway: Gateway,
  instance: Instance,
  headers: Readonly<Record<string, string>>,
): CallService {
  let calls = 0;
  return async ({ method, path, headers: own, body }) => {
    const { pathname, searchParams } = new URL(path, 'https://api.example');
    const match = route(method, pathname);
    if (!match) return { status: 404, value: {} };
    const { authorization = '' } = headers;
    const reply = await gateway.request(`${instance.cause} call ${++calls}`, match.route.routeKey, {
      params: match.pathParameters ?? {},
      query: Object.fromEntries(searchParams),
      headers: { ...own, authorization },
      ...(body === undefined ? {} : { body }),
    });
    return reply ? { status: reply.status, value: reply.json } : { status: 503, value: {} };
  };
}
