import { expect, test } from 'vitest';
import { createXRay } from '../../../../../cdk/local/x-ray/index.ts';
import { anyCall } from '../support/any-cloud.ts';

function anyXRay() {
  const part = createXRay();
  const service = part.services[0]!;
  const put = (documents: unknown) =>
    service.handle({
      ...anyCall('xray', 'PutTraceSegments', {}),
      method: 'POST',
      path: '/TraceSegments',
      body: Buffer.from(JSON.stringify({ TraceSegmentDocuments: documents })),
    });
  return { part, service, put };
}

const segment = { trace_id: '1-0-a', id: '1', name: 'orders', start_time: 10, end_time: 10.25 };

test('keeps the newest segments as they can be looked at', async () => {
  const { part, put } = anyXRay();
  const first = { ...segment, parent_id: 'ff', fault: true, annotations: { status: 500 } };
  expect(await put([JSON.stringify(first)])).toMatchObject({ status: 200 });
  expect(await part.state?.()).toEqual({
    traceSegments: [
      {
        traceId: '1-0-a',
        id: '1',
        parentId: 'ff',
        name: 'orders',
        milliseconds: 250,
        failed: true,
        annotations: { status: 500 },
      },
    ],
  });
  await put(Array.from({ length: 1000 }, (_, index) => JSON.stringify({ ...segment, id: String(index) })));
  const { traceSegments = [] } = (await part.state?.()) ?? {};
  expect(traceSegments).toHaveLength(1000);
  expect(traceSegments[0]).toMatchObject({ id: '0', failed: false });
});

test('refuses what is no segment, and needs permission', async () => {
  const { service, put } = anyXRay();
  expect(await put(undefined)).toMatchObject({ status: 400 });
  const { name, ...unnamed } = segment;
  expect(String((await put([JSON.stringify(unnamed)])).body)).toContain('name');
  expect(service.needs(anyCall('xray', 'PutTraceSegments', {}))).toEqual([
    { action: 'xray:PutTraceSegments', resource: '*' },
  ]);
  expect(name).toBe('orders');
});
