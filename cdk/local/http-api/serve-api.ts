import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../aws-endpoint/read-body.ts';
import { type Functions, LOCAL_ACCOUNT, LOCAL_REGION, type LocalClock } from '../ports.ts';
import { corsHeaders, preflightReply } from './answer-browsers.ts';
import { authorizeRequest } from './authorize-request.ts';
import { buildEvent, eventBody, receiveRequest } from './build-event.ts';
import { limitRate } from './limit-rate.ts';
import { matchRoute } from './match-route.ts';
import type { ApiRoute, HttpApiModel } from './read-api.ts';
import { gatewayReply, type HttpReply, readResult } from './read-result.ts';
import { isUnreachable, unreachableReply } from './unreachable-reply.ts';

/** What is needed to serve the API. */
export interface ApiParts {
  readonly functions: Functions;
  readonly clock: Pick<LocalClock, 'now'>;
  readonly port: number;
  /** By how much time limits are multiplied at present; 1 if absent. */
  readonly slowness?: (() => number) | undefined;
}

/** The API, ready to answer. */
export interface ServedApi {
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** True when no request is active. */
  idle(): boolean;
}

/** Limits of API Gateway: body and headers in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024;
const HEADERS_LIMIT = 10_240;

/** Serves `model` as API Gateway's HTTP APIs do. */
export function serveApi({ functions, clock, port, slowness }: ApiParts, model: HttpApiModel): ServedApi {
  const api = { apiId: model.apiId, stage: model.stage, domainName: `127.0.0.1:${port}` };
  const match = matchRoute(model.routes);
  const machineNow = () => performance.now();
  const takeFromStage = model.throttle && limitRate(model.throttle, machineNow);
  const takeFromRoute = new Map(
    [...model.routeThrottles].map(([routeKey, throttle]) => [routeKey, limitRate(throttle, machineNow)]),
  );
  const authorizers = new Map(
    model.routes.flatMap(({ authorizer }) =>
      authorizer === undefined
        ? []
        : [[authorizer.id, authorizeRequest({ functions, clock, api }, authorizer)] as const],
    ),
  );
  let underWay = 0;

  const answer = async (request: IncomingMessage): Promise<HttpReply & { readonly requestId: string }> => {
    const received = receiveRequest(request, clock.now(), port);
    const { requestId } = received;
    const body = await readBody(request, BODY_LIMIT);
    const preflight = preflightReply(model.cors, request.method, request.headers);
    const allowing = preflight?.headers ?? corsHeaders(model.cors, request.headers);
    const reply = (one: HttpReply) => ({ ...one, headers: { ...one.headers, ...allowing }, requestId });
    if (body === undefined) return reply(gatewayReply(413, 'Request Entity Too Large'));
    if (request.rawHeaders.join('').length > HEADERS_LIMIT) {
      return reply(gatewayReply(431, 'Request Header Fields Too Large'));
    }
    const found = match(received.method, received.path);
    // Routes for any method take a preflight like another request: the function has to accept it.
    if (found === undefined) return reply(preflight ?? gatewayReply(404, 'Not Found'));
    const { route, pathParameters } = found;
    const take = takeFromRoute.get(route.routeKey) ?? takeFromStage;
    if (take !== undefined && !take()) return reply(gatewayReply(429, 'Too Many Requests'));
    const event = buildEvent(received, api, route.routeKey, pathParameters);
    let requestContext = event.requestContext;
    if (route.authorizer !== undefined) {
      const authorization = await authorizers.get(route.authorizer.id)!(received, event);
      if ('reply' in authorization) return reply(authorization.reply);
      requestContext = { ...requestContext, authorizer: { lambda: authorization.context } };
    }
    return reply(
      await integrate(
        route,
        { ...event, requestContext, ...eventBody(body, received.headers['content-type']) },
        requestId,
      ),
    );
  };

  const integrate = async (route: ApiRoute, event: unknown, requestId: string): Promise<HttpReply> => {
    const sourceArn = `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.apiId}/${api.stage}/${route.routeKey.replace(' ', '')}`;
    const invocation = functions.invoke(route.functionArn, event, {
      service: 'apigateway.amazonaws.com',
      sourceArn,
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), route.timeoutMs * (slowness?.() ?? 1));
    });
    const result = await Promise.race([invocation, late]).finally(() => clearTimeout(timer));
    if (result === undefined || isUnreachable(result)) return unreachableReply(requestId);
    if (result.ok) return readResult(result.payload);
    return result.errorType === 'RequestEntityTooLargeException'
      ? gatewayReply(413, 'Request Entity Too Large')
      : gatewayReply(500, 'Internal Server Error');
  };

  return {
    idle: () => underWay === 0,
    async listener(request, response) {
      underWay += 1;
      try {
        const { status, headers, body, requestId } = await answer(request);
        const bytes = Buffer.from(body);
        response.writeHead(status, {
          ...headers,
          'apigw-requestid': requestId,
          'content-length': String(bytes.length),
        } as Record<string, string | string[]>);
        response.end(request.method === 'HEAD' ? undefined : bytes);
      } catch {
        // The client has gone, or the function returned headers that cannot be sent.
        const { status, headers, body } = gatewayReply(500, 'Internal Server Error');
        if (response.headersSent || request.socket.destroyed) response.destroy();
        else response.writeHead(status, headers as Record<string, string>).end(body);
      } finally {
        underWay -= 1;
      }
    },
  };
}
