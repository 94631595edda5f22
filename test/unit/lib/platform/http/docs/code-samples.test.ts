import { describe, expect, it } from 'vitest';
import { codeSample } from '../../../../../../lib/platform/http/docs/code-samples.ts';

const CALL = {
  baseUrl: 'https://api.example.com',
  apiKey: 'dos_key',
  method: 'PATCH',
  path: '/v1/order/{orderId}',
  operation: {
    'x-permission': 'WRITE_ORDER',
    requestBody: {
      content: {
        'application/json': { example: { note: "Ann's", tags: [], 'a-b': null, deep: { is: true } } },
      },
    },
  },
};

const READ = { ...CALL, method: 'GET', path: '/v1/health-check', operation: {} };

describe('code samples', () => {
  it('call an operation with its example by curl', () => {
    expect(codeSample(CALL, 'curl')).toBe(
      `curl -X PATCH 'https://api.example.com/v1/order/ORDER_ID' \\
  -H 'Authorization: Bearer dos_key' \\
  -H 'Content-Type: application/json' \\
  -d '{"note":"Ann'\\''s","tags":[],"a-b":null,"deep":{"is":true}}'`,
    );
    expect(codeSample(READ, 'curl')).toBe("curl 'https://api.example.com/v1/health-check'");
  });

  it('call it by the typed client', () => {
    expect(
      codeSample(CALL, 'TypeScript'),
    ).toBe(`import { deliveryClient, replyOf } from 'delivery-orchestration-client';

const client = deliveryClient({ baseUrl: 'https://api.example.com', apiKey: 'dos_key' });
const reply = await replyOf(client.PATCH('/v1/order/{orderId}', {
  params: { path: { orderId: 'ORDER_ID' } },
  body: {
    note: "Ann's",
    tags: [],
    "a-b": null,
    deep: {
      is: true
    }
  },
}));`);
    expect(codeSample(READ, 'TypeScript')).toContain("replyOf(client.GET('/v1/health-check'))");
  });

  it('call it from Python', () => {
    expect(codeSample(CALL, 'Python')).toBe(`import requests

reply = requests.patch(
    "https://api.example.com/v1/order/ORDER_ID",
    headers={"Authorization": "Bearer dos_key"},
    json={
        "note": "Ann's",
        "tags": [],
        "a-b": None,
        "deep": {
            "is": True,
        },
    },
)
reply.raise_for_status()
print(reply.json())`);
  });
});
