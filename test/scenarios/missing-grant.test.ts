import { expect, onTestFinished, test } from 'vitest';
import { assemblyWithout } from '../support/assembly-without.ts';
import { validOrder } from '../support/orders-api.ts';
import { runCloud } from '../support/running-cloud.ts';

test('a function whose role lacks a grant is refused that call as on AWS, and that call only', async () => {
  const printed: string[] = [];
  const local = await runCloud({
    assemblyDirectory: assemblyWithout('dynamodb:PutItem', /^apiordersRole/),
    echo: (_, text) => void printed.push(text),
  });
  onTestFinished(local.stop);
  const { apiKey: key } = await local.tenant();
  const created = await local.request('POST', '/v1/order', { key, body: validOrder });
  expect(created).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
  expect(JSON.stringify(created.body)).not.toContain('dynamodb');
  expect(printed.join('')).toMatch(/AccessDenied.*is not authorized to perform: dynamodb:PutItem/s);
  expect(await local.request('GET', '/v1/orders', { key })).toMatchObject({ status: 200 });
});
