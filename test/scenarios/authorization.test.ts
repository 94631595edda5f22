import { httpApi } from '../support/api-call.ts';
import { authorizationCases, expectRefusal, makeMatrixKeys } from '../support/authorization-matrix.ts';
import { scenario } from '../support/scenario.ts';

const test = scenario
  .extend('call', { scope: 'file' }, ({ local }) => httpApi(local.cloud.baseUrl))
  .extend('keys', { scope: 'file' }, async ({ local, call }) => {
    const [own, foreign] = [await local.tenant('Own'), await local.tenant('Foreign')];
    return makeMatrixKeys(call, { own: own.apiKey, foreign: foreign.apiKey });
  });

test.describe('the tenancy matrix over HTTP', () => {
  test.for(authorizationCases())('refuses $endpoint.name with $title: $status $code', (one, { call, keys }) =>
    expectRefusal(call, keys, one),
  );
});
