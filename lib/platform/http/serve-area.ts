import middy from '@middy/core';
import { isOutage, Outage } from '../core/outage.ts';
import {
  type CoreDeps,
  type Observer,
  observerFromEnvironment,
  once,
  type Received,
} from '../runtime/index.ts';
import { answer } from './answer.ts';
import { chooseOrganization } from './authorize.ts';
import type { Area } from './define-endpoint.ts';
import { type HttpEvent, headerOf, organizationHeaderOf } from './http-event.ts';
import { type HttpReply, refusalReply } from './http-reply.ts';
import { readVerdict } from './key-verdict.ts';
import { organizationLimit } from './limit-organization.ts';
import { nameRoute } from './name-route.ts';
import { internalServerError, serviceUnavailable } from './refusals.ts';

/** A Lambda handler of an HTTP API. */
export type HttpHandler = (event: HttpEvent, context?: object) => Promise<HttpReply>;

/**
 * The Lambda entry of an area. `makeDeps` runs once: at load inside Lambda, on the first request elsewhere, so that
 * the stack and the generators can import the module without an environment.
 */
export function serveArea<Deps extends CoreDeps>(
  area: Area<Deps>,
  makeDeps: () => Deps,
  makeObserver?: () => Observer | undefined,
): HttpHandler {
  const deps = once(makeDeps);
  const observer = once(makeObserver ?? (() => observerFromEnvironment(deps().log)));
  const limit = once(() => (area.limitsRequests ? undefined : organizationLimit(deps())));
  const routes = new Map(area.endpoints.map((endpoint) => [endpoint.routeKey, endpoint]));
  const named = nameRoute(area.endpoints);
  // Middleware that is named first processes replies and errors last.
  const handler = middy<HttpEvent, HttpReply, Error, object>(beforeTimeout)
    .use(requestLog(area.name, deps))
    .use(requestIdHeader)
    .use(faultReply(deps))
    .handler((event) => answer({ area, routes, deps: deps(), limit: limit(), event }));
  return async (event, context = {}) => {
    const request = named(event);
    const work = () => handler(request, context);
    return observer()?.observed(receivedBy(area.name, request), work) ?? work();
  };
}

/** What may be recorded of a request. */
function receivedBy(area: string, event: HttpEvent): Received<HttpReply> {
  const verdict = readVerdict(event.requestContext.authorizer?.lambda);
  const grant = verdict && 'grant' in verdict ? verdict.grant : undefined;
  const organization = grant && chooseOrganization(grant, organizationHeaderOf(event));
  return {
    kind: 'request',
    name: area,
    organizationId: organization && 'id' in organization ? organization.id : undefined,
    from: headerOf(event, 'traceparent'),
    facts: {
      route: event.routeKey,
      request_id: event.requestContext.requestId,
      key_id: grant?.actor.id,
    },
    outcome: ({ statusCode }) => ({ facts: { status: statusCode }, failed: statusCode >= 500 }),
  };
}

/**
 * Abandons a request half a second before Lambda would, so that its caller gets the envelope and the log the
 * reason. The idempotency key of an abandoned request stays claimed until its lease ends.
 */
const beforeTimeout = {
  timeoutEarlyInMillis: 500,
  timeoutEarlyResponse: () => {
    throw new Outage('The request took as long as the function may run.');
  },
};

/**
 * Logs a request that was not answered with success: the request, its result and its duration. All others are in the access
 * log of the gateway, and here only in detail.
 */
function requestLog(
  areaName: string,
  deps: () => CoreDeps,
): middy.MiddlewareObj<HttpEvent, HttpReply, Error, object> {
  const startedAt = new WeakMap<HttpEvent, number>();
  const report = ({ event, response }: middy.Request<HttpEvent, HttpReply, Error, object>) => {
    const verdict = readVerdict(event.requestContext.authorizer?.lambda);
    const { log } = deps();
    const status = response?.statusCode ?? 500;
    log[status < 400 ? 'debug' : 'info']('http.request.answered', 'A request was answered.', {
      area: areaName,
      route: event.routeKey,
      requestId: event.requestContext.requestId,
      status,
      keyId: verdict && 'grant' in verdict ? verdict.grant.actor.id : undefined,
      milliseconds: Math.round(performance.now() - (startedAt.get(event) ?? 0)),
    });
  };
  return {
    before: ({ event }) => {
      startedAt.set(event, performance.now());
    },
    after: report,
    onError: report,
  };
}

/** Adds the request id to every reply. */
const requestIdHeader: middy.MiddlewareObj<HttpEvent, HttpReply, Error, object> = (() => {
  const addHeader = (request: middy.Request<HttpEvent, HttpReply, Error, object>) => {
    const { event, response } = request;
    if (!response) return;
    const headers = { ...response.headers, 'x-request-id': event.requestContext.requestId };
    request.response = { ...response, headers };
  };
  return { after: addHeader, onError: addHeader };
})();

/** Seconds after which a request may succeed that an overloaded part of AWS refused. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Answers an outage of what the service depends on with 503, and any other error with a bare 500: the cause is in the
 * log under the request id, never in the reply.
 */
function faultReply(deps: () => CoreDeps): middy.MiddlewareObj<HttpEvent, HttpReply, Error, object> {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const isBusy = isOutage(request.error);
      // By its version, the alarm of a version that is tried first counts its own errors.
      const version = process.env.AWS_LAMBDA_FUNCTION_VERSION;
      const about = { requestId, route: request.event.routeKey, version };
      if (isBusy)
        deps().log.warn('http.request.outage', 'A request met an outage.', {
          ...about,
          reason: String(request.error),
        });
      else
        deps().log.error(
          'http.request.failed',
          'A request failed by an error of the service.',
          about,
          request.error,
        );
      const refusal = isBusy
        ? serviceUnavailable(
            `The service has too much to do. Send the request again in ${RETRY_AFTER_SECONDS} seconds with the same Idempotency-Key: it may have been carried out.`,
            { retryAfterSeconds: RETRY_AFTER_SECONDS },
          )
        : internalServerError(`The service failed. Report the request id ${requestId} to its operator.`);
      // Set, not returned: a returned value would keep the other middleware from seeing the reply.
      request.response = refusalReply(refusal, requestId);
    },
  };
}
