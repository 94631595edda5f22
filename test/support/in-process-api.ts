import { serveAuthorizer } from '../../functions/workers/authorize.ts';
import { type Area, headerOf, serveArea } from '../../lib/http/index.ts';
import type { CoreDeps } from '../../lib/runtime/index.ts';
import { type HttpRequestOptions, httpEvent } from './http-event.ts';

/** A reply with its JSON read. */
export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As untyped as JSON.parse has it: a test says by what it expects which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** Calls an endpoint by its route. `key` becomes the bearer token; left out, there is no Authorization header. */
export type CallApi = (
  routeKey: string,
  options?: Omit<HttpRequestOptions, 'verdict'> & { readonly key?: string },
) => Promise<ApiReply>;

/** An area with the dependencies it is served with. */
export interface ServedArea<Deps extends CoreDeps = CoreDeps> {
  readonly area: Area<Deps>;
  readonly deps: Deps;
}

/** The API without a network: every call goes through the authorizer and then to the area that has the route. */
export function inProcessApi<Deps extends CoreDeps>(
  served: readonly ServedArea<Deps>[],
  core: CoreDeps,
): CallApi {
  const authorize = serveAuthorizer(() => core);
  const handlers = served.map(({ area, deps }) => ({ area, handler: serveArea(area, () => deps) }));
  return async (routeKey, { key, headers = {}, ...options } = {}) => {
    const found = handlers.find(({ area }) =>
      area.endpoints.some((endpoint) => endpoint.routeKey === routeKey),
    );
    if (!found) throw new Error(`No area has the route "${routeKey}".`);
    const all = key === undefined ? headers : { authorization: `Bearer ${key}`, ...headers };
    const { context } = await authorize({ headers: all });
    const event = httpEvent(routeKey, { ...options, headers: all, verdict: null });
    const reply = await found.handler({
      ...event,
      requestContext: { ...event.requestContext, authorizer: { lambda: context } },
    });
    const isJson = headerOf(reply, 'content-type')?.startsWith('application/json');
    return {
      status: reply.statusCode,
      headers: reply.headers,
      json: isJson ? JSON.parse(reply.body) : reply.body,
    };
  };
}
