import { expect } from 'vitest';
import { scenario } from '../support/scenario.ts';
import { connectToolClient } from '../support/tool-client.ts';

const PLACE = {
  pickUpAddress: '1 Market St, San Francisco, CA 94105',
  dropOffAddress: '2 Mission St, San Francisco, CA 94105',
};

scenario(
  'an assistant lists and calls tools, runs code and reads resources through the tool server (section 1)',
  async ({ local, tenant }) => {
    const { apiKey: key } = tenant;
    const created = await local.request<{ id: string }>('POST', '/v1/order', { key, body: PLACE });
    expect(created.status).toBe(200);
    const client = await connectToolClient({ baseUrl: local.cloud.baseUrl, key, mode: 'auto' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('getOrder');
    const read = await client.callTool({ name: 'getOrder', arguments: { id: created.body.id } });
    expect(read.structuredContent).toMatchObject({ id: created.body.id });
    const code = `const { results } = await api.listOrders({});
      const read = await Promise.all(results.map(({ id }) => api.getOrder({ id })));
      return read.map(({ id }) => id);`;
    const ran = await client.callTool({ name: 'runCode', arguments: { code } });
    expect(ran.structuredContent).toMatchObject({ result: [created.body.id], calls: 2 });
    const { contents } = await client.readResource({ uri: `order://${created.body.id}` });
    expect(JSON.stringify(contents)).toContain(created.body.id);
    await client.close();
  },
);

scenario(
  'a tool is never more powerful than its caller, and a foreign organization sees nothing (section 1)',
  async ({ local, tenant }) => {
    const created = await local.request<{ id: string }>('POST', '/v1/order', {
      key: tenant.apiKey,
      body: PLACE,
    });
    const reader = await local.request<{ key: string }>('POST', '/v1/organization-management/api-keys', {
      key: tenant.apiKey,
      body: { name: 'Reader', permissions: ['READ_ORGANIZATION', 'READ_ORDER'] },
    });
    const weak = await connectToolClient({ baseUrl: local.cloud.baseUrl, key: reader.body.key });
    const refused = await weak.callTool({
      name: 'archiveOrder',
      arguments: { id: created.body.id, body: {} },
    });
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('WRITE_ORDER'),
    ]);
    const code = `return await api.archiveOrder({ id: '${created.body.id}', body: {} });`;
    expect((await weak.callTool({ name: 'runCode', arguments: { code } })).isError).toBe(true);
    await weak.close();

    const foreign = await local.tenant('Foreign');
    const stranger = await connectToolClient({ baseUrl: local.cloud.baseUrl, key: foreign.apiKey });
    const unseen = await stranger.callTool({ name: 'getOrder', arguments: { id: created.body.id } });
    expect(JSON.stringify(unseen.content)).toContain('NOT_FOUND');
    await stranger.close();
    const nobody = connectToolClient({ baseUrl: local.cloud.baseUrl, key: 'dos_wrong' });
    await expect(nobody).rejects.toThrow();
  },
);

scenario(
  'an organization gets 75 requests at once and 30 a second, others are unharmed (specification 8)',
  async ({ local }) => {
    const { apiKey: key } = await local.tenant('Busy');
    const other = await local.tenant('Calm');
    const ask = (apiKey: string) =>
      local.request<object>('POST', '/mcp', {
        key: apiKey,
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
    await ask(key);
    const startedAt = performance.now();
    const answers = (
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const own = [];
          for (let n = 0; n < 25; n += 1) own.push(await ask(key));
          return own;
        }),
      )
    ).flat();
    const seconds = (performance.now() - startedAt) / 1000;
    const passed = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 429);
    if (process.env.LOGS) console.log({ passed, refused: refused.length, seconds });
    expect(passed + refused.length).toBe(250);
    expect(passed).toBeGreaterThanOrEqual(Math.min(75, 250));
    // The bucket, what it gains meanwhile, and what each instance lets through without asking.
    expect(passed).toBeLessThanOrEqual(75 + 30 * (seconds + 1) + 10 * (3 + 2 * seconds));
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await ask(other.apiKey)).status).toBe(200);
  },
);
