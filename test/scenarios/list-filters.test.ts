import { describe, expect } from 'vitest';
import { scenario } from '../support/scenario.ts';

/** Fields of a refusal, by the parameter that it names. */
interface Refused {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: { readonly fields: Readonly<Record<string, string>> };
  };
}

describe('a filter of a list', () => {
  scenario.for([
    ['/v1/orders?hasRoute=maybe', 'hasRoute', '"maybe"', 'no_route'],
    ['/v1/orders?sortBy=name', 'sortBy', '"name"', 'value_cents'],
    ['/v1/jobs?isBatch=1', 'isBatch', '"1"', 'true'],
    ['/v1/jobs?sortBy=name', 'sortBy', '"name"', 'updated_at'],
    [
      '/v1/webhooks/messages?eventTypes=task.failed,no.such',
      'eventTypes[1]',
      '"no.such"',
      '/v1/webhooks/event-types',
    ],
  ] as const)(
    'is refused outside its values: %s',
    async ([path, parameter, value, allowed], { local, tenant }) => {
      const { status, body } = await local.request<Refused>('GET', path, { key: tenant.apiKey });
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
      expect(Object.keys(body.error.details.fields)).toEqual([parameter]);
      const sentence = body.error.details.fields[parameter];
      expect(sentence).toContain(value);
      expect(sentence).toContain(allowed);
      expect(body.error.message).toContain(parameter);
    },
  );

  scenario.for([
    '/v1/orders?status=picking_complete,canceled',
    '/v1/jobs?deliveryStatuses=Failed,returned_to_store,canceled_by_nash,manifested',
    '/v1/jobs?deliveryStatuses=planned_selection,running',
    '/v1/jobs?deliveryStatuses=',
    '/v1/jobs?deliveryStatuses=failed,foo&startDate=&sortBy=pickup_start_time',
    '/v1/orders?status=valid,wrong&search=',
    '/v1/webhooks/messages?eventTypes=delivery.status_updated,task.canceled_by_nash',
    '/v1/webhooks/messages?eventTypes=',
  ])('takes every value that the contract knows, in every spelling: %s', async (path, { local, tenant }) => {
    expect((await local.request('GET', path, { key: tenant.apiKey })).status).toBe(200);
  });
});
