import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallApi, httpApi } from '../support/api-call.ts';
import {
  anyParams,
  authorizationCases,
  type MatrixKeys,
  makeMatrixKeys,
} from '../support/authorization-matrix.ts';
import { type TestCloud, testCloud } from '../support/local-cloud.ts';

describe('the tenancy matrix over HTTP', () => {
  let local: TestCloud;
  let call: CallApi;
  let keys: MatrixKeys;
  beforeAll(async () => {
    local = await testCloud();
    call = httpApi(local.cloud.baseUrl);
    const [own, foreign] = [await local.tenant('Own'), await local.tenant('Foreign')];
    keys = await makeMatrixKeys(call, { own: own.apiKey, foreign: foreign.apiKey });
  });
  afterAll(() => local?.stop());

  it.each(authorizationCases().map((one) => ({ ...one, name: one.endpoint.name })))(
    'refuses $name with $title: $status $code',
    async ({ endpoint, request, status, code }) => {
      const reply = await call(endpoint.routeKey, { params: anyParams(endpoint), ...request(keys) });
      expect(reply.status).toBe(status);
      expect(reply.json.error.code).toBe(code);
      expect(reply.json.RequestID).toBe(reply.headers['x-request-id']);
    },
  );
});
