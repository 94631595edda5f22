import { describe, expect, it } from 'vitest';
import { nameRoute } from '../../../../../lib/platform/http/name-route.ts';
import { httpEvent } from '../../../../support/http-event.ts';

const endpoint = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`) => ({
  method,
  path,
  routeKey: `${method} ${path}`,
});
const name = nameRoute([
  endpoint('GET', '/v1/things/{id}'),
  endpoint('POST', '/v1/things/{thingId}/parts/{part}'),
  endpoint('POST', '/v1/things/{id}/parts/all'),
  endpoint('PATCH', '/v1/things/{id}'),
]);

/** What becomes of a request that API Gateway sends by this route. */
function named(routeKey: string, request: string, pathParameters?: Record<string, string>) {
  const event = name({ ...httpEvent(request), routeKey, pathParameters });
  return { routeKey: event.routeKey, pathParameters: event.pathParameters };
}

describe('47 1.6: the endpoint of a request', () => {
  it('is that of the route where the route has one', () => {
    const given = { id: 'a/b' };
    expect(named('GET /v1/things/{id}', 'GET /v1/things/a/b', given)).toEqual({
      routeKey: 'GET /v1/things/{id}',
      pathParameters: given,
    });
  });

  it('is that of the method where the route takes any, with the parameters that the gateway read', () => {
    const given = { id: 'a/b' };
    expect(named('ANY /v1/things/{id}', 'PATCH /v1/things/a/b', given)).toEqual({
      routeKey: 'PATCH /v1/things/{id}',
      pathParameters: given,
    });
  });

  it.each([
    ['GET /v1/things/1', 'GET /v1/things/{id}', { id: '1' }],
    ['POST /v1/things/1/parts/2', 'POST /v1/things/{thingId}/parts/{part}', { thingId: '1', part: '2' }],
    ['POST /v1/things/1/parts/all', 'POST /v1/things/{id}/parts/all', { id: '1' }],
  ])('is found by the path of %s below a subtree', (request, routeKey, pathParameters) => {
    for (const route of ['ANY /v1/things/{proxy+}', '$default'])
      expect(named(route, request, { proxy: 'x' })).toEqual({ routeKey, pathParameters });
  });

  it.each([
    'GET /v1/things/',
    'GET /v1/things/1/',
    'GET /v1/things//parts/2',
    'GET /v1/things/1/parts/2',
    'DELETE /v1/things/1',
    'GET /v1/others/1',
  ])('is none for %s', (request) => {
    const given = { proxy: 'x' };
    expect(named('ANY /v1/{proxy+}', request, given)).toEqual({
      routeKey: 'ANY /v1/{proxy+}',
      pathParameters: given,
    });
  });
});
