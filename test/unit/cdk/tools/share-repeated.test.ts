import { describe, expect, it } from 'vitest';
import { shareRepeated } from '../../../../cdk/tools/share-repeated.ts';
import { splitDocument } from '../../../../cdk/tools/split-document.ts';
import { joinDocuments } from '../../../../lib/platform/http/docs/join-documents.ts';
import type { Area } from '../../../../lib/platform/http/index.ts';
import { dereference } from '../../../support/dereference.ts';

const reply = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
});
const limit = { in: 'query', name: 'limit', schema: { type: 'integer' } };
const refusal = (...codes: readonly string[]) => ({
  description: codes.join(),
  content: {
    'application/json': { examples: Object.fromEntries(codes.map((code) => [code, { value: code }])) },
  },
});
const operation = (operationId: string, tag: string, parts: object) => ({
  operationId,
  tags: [tag],
  responses: { 200: reply('Success'), 404: { $ref: '#/components/responses/NOT_FOUND' } },
  ...parts,
});

const document = {
  openapi: '3.1.1',
  info: { title: 'T', version: '1' },
  tags: [{ name: 'Jobs' }, { name: 'Orders' }],
  paths: {
    '/orders': { get: operation('listOrders', 'Orders', { parameters: [limit] }) },
    '/orders/{id}': {
      get: operation('getOrder', 'Orders', {}),
      delete: operation('deleteOrder', 'Orders', { responses: { 200: reply('Gone') } }),
    },
    '/jobs': {
      get: operation('listJobs', 'Jobs', { parameters: [limit, { ...limit, name: 'offset' }] }),
      put: operation('putJobs', 'Jobs', {
        responses: { 200: { description: 'Done' }, 409: { $ref: '#/components/responses/BOTH' } },
      }),
    },
  },
  components: {
    schemas: { Order: { type: 'object' } },
    responses: { NOT_FOUND: refusal('NOT_FOUND'), BOTH: refusal('CONFLICT', 'NOT_FOUND') },
  },
};

const whole = shareRepeated(document);

describe('a document with what it repeats written once', () => {
  it('refers to a reply of several operations by the name of its schema, and leaves a single one', () => {
    expect(whole.components?.responses).toMatchObject({ Order: reply('Success') });
    expect(whole.paths['/orders']?.get?.responses[200]).toEqual({ $ref: '#/components/responses/Order' });
    expect(whole.paths['/orders/{id}']?.delete?.responses[200]).toEqual(reply('Gone'));
    expect(whole.paths['/jobs']?.put?.responses[200]).toEqual({ description: 'Done' });
  });

  it('refers to parameters of several operations, and to examples of several refusals', () => {
    expect(whole.components?.parameters).toEqual({ limit });
    expect(whole.paths['/jobs']?.get?.parameters).toEqual([
      { $ref: '#/components/parameters/limit' },
      { ...limit, name: 'offset' },
    ]);
    expect(whole.components?.examples).toEqual({ NOT_FOUND: { value: 'NOT_FOUND' } });
  });

  it('gives what differs under one name the name of its operation, too', () => {
    const twice = (name: string) => ({ ...limit, name, description: 'Other' });
    const second = shareRepeated({
      ...document,
      paths: {
        ...document.paths,
        '/a': { get: operation('listA', 'Jobs', { parameters: [twice('limit')] }) },
        '/b': { get: operation('listB', 'Jobs', { parameters: [twice('limit')] }) },
      },
    });
    expect(Object.keys(second.components?.parameters ?? {})).toEqual(['limit', 'limit.listB']);
  });

  it('means the same', () => {
    expect(dereference(whole.paths, whole)).toEqual(dereference(document.paths, document));
  });
});

describe('a document in parts', () => {
  const endpoint = (path: string, method: string, area: string) => ({ path, method, area });
  const areas = [
    {
      name: 'orders',
      endpoints: [
        endpoint('/orders', 'GET', 'Orders'),
        endpoint('/orders/{id}', 'GET', 'Orders'),
        endpoint('/orders/{id}', 'DELETE', 'Orders'),
      ],
    },
    { name: 'jobs', endpoints: [endpoint('/jobs', 'GET', 'Jobs'), endpoint('/jobs', 'PUT', 'Jobs')] },
  ] as unknown as readonly Area[];
  const parts = splitDocument(whole, areas);

  it('has what several areas use in one of them, and what one area uses in its own', () => {
    expect(Object.keys(parts.get('common')?.components?.responses ?? {})).toEqual(['NOT_FOUND', 'Order']);
    expect(Object.keys(parts.get('jobs')?.components?.responses ?? {})).toEqual(['BOTH']);
    expect(parts.get('orders')?.components).toEqual({});
    expect(parts.get('orders')?.paths['/orders']?.get?.responses[200]).toEqual({
      $ref: 'common.json#/components/responses/Order',
    });
  });

  it('is whole again when it is joined', () => {
    expect(joinDocuments([...parts.values()])).toEqual({ ...whole, webhooks: {} });
  });
});
