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
  'ANY /files/{folder}/list',
  'ANY /files/shared/{proxy+}',
  'ANY /files/shared',
  'GET /v1/{proxy+}',
  'POST /v1/orders/{id}/cancel',
  'ANY /v1/orders/{proxy+}',
].map((routeKey) => ({ routeKey }));

/** The rules of API Gateway's documentation, by example. */
describe('47 1.6: a route', () => {
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
    ['PUT', '/v1/tracks/', 'ANY /{proxy+}', { proxy: 'v1/tracks/' }],
    // The longer of two subtrees, whatever its method.
    ['GET', '/v1/orders/1/notes', 'ANY /v1/orders/{proxy+}', { proxy: '1/notes' }],
    ['GET', '/v1/other/1', 'GET /v1/{proxy+}', { proxy: 'other/1' }],
    ['PUT', '/v1/other/1', 'ANY /{proxy+}', { proxy: 'v1/other/1' }],
    // A whole path before a subtree, and the subtree for its other methods.
    ['POST', '/v1/orders/1/cancel', 'POST /v1/orders/{id}/cancel', { id: '1' }],
    ['DELETE', '/v1/orders/1/cancel', 'ANY /v1/orders/{proxy+}', { proxy: '1/cancel' }],
    ['POST', '/files/shared/list', 'ANY /files/{folder}/list', { folder: 'shared' }],
    ['POST', '/files/shared/a/list', 'ANY /files/shared/{proxy+}', { proxy: 'a/list' }],
    // A subtree does not have its root, nor the empty segment below it.
    ['POST', '/files/shared', 'ANY /files/shared', undefined],
    ['OPTIONS', '/v1/orders', 'ANY /{proxy+}', { proxy: 'v1/orders' }],
    ['DELETE', '/v1/orders/', 'ANY /{proxy+}', { proxy: 'v1/orders/' }],
    // An escaped slash belongs to its segment.
    ['POST', '/v1/orders/a%2Fb/cancel', 'POST /v1/orders/{id}/cancel', { id: 'a/b' }],
    ['POST', '/v1/orders/a%2Fcancel', 'ANY /v1/orders/{proxy+}', { proxy: 'a/cancel' }],
    ['GET', '/', '$default', undefined],
    ['GET', '/v1/order/%E0%A4%A', 'GET /v1/order/{id}', { id: '%E0%A4%A' }],
  ])('%s %s goes to %s', (method, path, routeKey, pathParameters) => {
    expect(match(method, path)).toEqual({ route: { routeKey }, pathParameters });
  });

  test('may be missing', () => {
    expect(matchRoute([{ routeKey: 'GET /a' }])('POST', '/a')).toBeUndefined();
  });
});
