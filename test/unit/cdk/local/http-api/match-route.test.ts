import { describe, expect, test } from 'vitest';
import { matchRoute } from '../../../../../cdk/local/http-api/match-route.ts';

const ROUTES = [
  '$default',
  'ANY /{proxy+}',
  'GET /v1/order/{id}',
  'ANY /v1/order/{id}',
  'POST /v1/order/get_quotes',
  'GET /v1/orders',
  'GET /v1/{area}/special',
  'GET /files/{proxy+}',
].map((routeKey) => ({ routeKey }));

describe('a route', () => {
  const match = matchRoute(ROUTES);
  test.each([
    ['GET', '/v1/orders', 'GET /v1/orders', undefined],
    ['GET', '/v1/order/o%201', 'GET /v1/order/{id}', { id: 'o 1' }],
    ['PUT', '/v1/order/1', 'ANY /v1/order/{id}', { id: '1' }],
    ['POST', '/v1/order/get_quotes', 'POST /v1/order/get_quotes', undefined],
    ['GET', '/v1/order/get_quotes', 'GET /v1/order/{id}', { id: 'get_quotes' }],
    ['GET', '/v1/x/special', 'GET /v1/{area}/special', { area: 'x' }],
    ['GET', '/v1/order/special', 'GET /v1/order/{id}', { id: 'special' }],
    ['GET', '/files/a/b%2Fc', 'GET /files/{proxy+}', { proxy: 'a/b/c' }],
    ['POST', '/files/a', 'ANY /{proxy+}', { proxy: 'files/a' }],
    ['GET', '/v1/orders/', 'ANY /{proxy+}', { proxy: 'v1/orders/' }],
    ['GET', '/', '$default', undefined],
    ['GET', '/v1/order/%E0%A4%A', 'GET /v1/order/{id}', { id: '%E0%A4%A' }],
  ])('%s %s goes to %s', (method, path, routeKey, pathParameters) => {
    expect(match(method, path)).toEqual({ route: { routeKey }, pathParameters });
  });

  test('may be missing', () => {
    expect(matchRoute([{ routeKey: 'GET /a' }])('POST', '/a')).toBeUndefined();
  });
});
