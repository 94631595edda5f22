import { describe, expect } from 'vitest';
import { scenario } from '../support/scenario.ts';

interface Refused {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: { readonly fields: Readonly<Record<string, string>> };
  };
}

const WHOLE = 'is not a whole number, such as 25 or "25".';
const NUMBER = 'is not a number, such as 2.5 or "2.5".';
const PROOF = { podType: 'selfie', imageUrl: 'https://pods.example.com/1.jpg' };

/** Operation, body, and what the refusal says about which field. */
const CASES: readonly (readonly [string, object, string, string])[] = [
  ['POST /v1/order', { valueCents: 'much' }, 'valueCents', `"much" ${WHOLE}`],
  ['POST /v1/order', { valueCents: 1.5 }, 'valueCents', `1.5 ${WHOLE}`],
  ['POST /v1/order', { valueCents: true }, 'valueCents', `true ${WHOLE}`],
  ['POST /v1/order', { valueCents: [1] }, 'valueCents', `An array of 1 item ${WHOLE}`],
  ['POST /v1/order', { weight: 'heavy' }, 'weight', `"heavy" ${NUMBER}`],
  ['POST /v1/order', { weight: {} }, 'weight', `An object ${NUMBER}`],
  ['POST /v1/order', { tags: 'fragile' }, 'tags', '"fragile" is not accepted: expected an array.'],
  ['POST /v1/order', { items: [{ count: 'two' }] }, 'items[0].count', `"two" ${WHOLE}`],
  ['POST /v1/orders', { orders: [{}, { valueCents: 'x' }] }, 'orders[1].valueCents', `"x" ${WHOLE}`],
  ['POST /v1/order/get_quotes', { valueCents: '2,5' }, 'valueCents', `"2,5" ${WHOLE}`],
  [
    'POST /v1/order/get_quotes',
    { returnFirstQuoteApiOnly: 'yes' },
    'returnFirstQuoteApiOnly',
    '"yes" is not accepted: expected true or false.',
  ],
  ['POST /v1/options_group', {}, 'label', 'Required: expected a string.'],
  [
    'POST /v1/options_group',
    { label: 'Fast', allowedProviders: [7] },
    'allowedProviders[0]',
    '7 is not accepted: expected a string.',
  ],
  [
    'POST /v1/options_group',
    { label: 'Fast', costSplitMaxPercentage: '10%' },
    'costSplitMaxPercentage',
    '"10%" is not accepted: expected a number.',
  ],
  ['POST /v1/webhooks/endpoints', {}, 'url', 'Required: expected a string.'],
  [
    'POST /v1/webhooks/endpoints',
    { url: 'https://shop.example.com', eventTypes: 'all' },
    'eventTypes',
    '"all" is not accepted: expected an array.',
  ],
  [
    'PATCH /v1/fleet/deliveries/dlv_1',
    { proofOfDelivery: [PROOF] },
    'proofOfDelivery[0].podType',
    '"selfie" is not accepted: expected one of photo_proof_of_delivery, signature_proof_of_delivery, ' +
      'photo_proof_of_pickup, signature_proof_of_pickup, photo_pre_delivery_verification, barcode_scan_on_pickup, ' +
      'barcode_scan_on_dropoff, barcode_scan_on_return, age_verification_on_delivery, id_verification_on_delivery.',
  ],
  [
    'PATCH /v1/fleet/deliveries/dlv_1',
    { proofOfDelivery: [{ ...PROOF, podType: 'photo_proof_of_delivery', imageUrl: 'javascript:1' }] },
    'proofOfDelivery[0].imageUrl',
    '"javascript:1" is not an http or https URL.',
  ],
  [
    'PATCH /v1/fleet/deliveries/dlv_1',
    { occurred_at: 'soon', status: 'failed' },
    'occurredAt',
    '"soon" is not a date and time such as 2026-03-05T01:11:51Z.',
  ],
  [
    'PATCH /v1/fleet/deliveries/dlv_1',
    { status: 'failed', parking_location: 5 },
    'parkingLocation',
    '5 is not accepted: expected a string.',
  ],
];

describe('a body that does not fit', () => {
  scenario.for(CASES)(
    'is refused by field, value and what is expected: %s %j',
    async (row, { local, tenant }) => {
      const [operation, body, field, sentence] = row;
      const [method = '', path = ''] = operation.split(' ');
      const reply = await local.request<Refused>(method, path, { key: tenant.apiKey, body });
      expect([reply.status, reply.body.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
      expect(reply.body.error.details.fields).toEqual({ [field]: sentence });
      expect(reply.body.error.message).toBe(`The request is not valid: ${field}: ${sentence}`);
    },
  );
});
