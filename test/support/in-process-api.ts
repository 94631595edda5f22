import { serveAuthorizer } from '../../functions/workers/authorize.ts';
import { type Area, type HttpHandler, serveArea } from '../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { type CallApi, headersOf, readJson } from './api-call.ts';
import { httpEvent } from './http-event.ts';

/** An area's route keys with the handler that serves them. */
export interface ServedArea {
  readonly routeKeys: readonly string[];
  readonly handler: HttpHandler;
}

/** An area with the test's dependencies. */
export function serveWith<Deps extends CoreDeps>(deps: Deps, area: Area<Deps>): ServedArea {
  return { routeKeys: area.endpoints.map(({ routeKey }) => routeKey), handler: serveArea(area, () => deps) };
}

/** The API without a network: every call goes through the authorizer and then to the area that has the route. */
export function inProcessApi(
  served: readonly ServedArea[],
  authorize: ReturnType<typeof serveAuthorizer>,
): CallApi {
  return async (routeKey, request = {}) => {
    const found = served.find(({ routeKeys }) => routeKeys.includes(routeKey));
    if (!found) throw new Error(`No area has the route "${routeKey}".`);
    const { params, query, body } = request;
    const headers = headersOf(request);
    const { context } = await authorize({ headers });
    const event = httpEvent(routeKey, { params, query, body, headers, verdict: null });
    const reply = await found.handler({
      ...event,
      requestContext: { ...event.requestContext, authorizer: { lambda: context } },
    });
    const { statusCode: status, headers: replyHeaders } = reply;
    return { status, headers: replyHeaders, json: readJson(reply.body, replyHeaders['content-type']) };
  };
}

/** The same with the authorizer on these dependencies. */
export function inProcessApiOn(core: CoreDeps, served: readonly ServedArea[]): CallApi {
  return inProcessApi(
    served,
    serveAuthorizer(() => core),
  );
}
