import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Agents whose runs read, propose changes and are confirmed, and connections that workflows call. */
export const agentsLoad = defineLoad({
  area: 'agents',
  isDrawn: true,
  drives: [
    'POST /v1/agents',
    'PATCH /v1/agents/{id}',
    'DELETE /v1/agents/{id}',
    'POST /v1/agents/{id}/runs',
    'POST /v1/agents/{id}/webhook',
    'POST /v1/agents/{id}/messages',
    'GET /v1/agents/{id}/messages',
    'GET /v1/agents/{id}/runs',
    'GET /v1/agent-runs/{id}',
    'GET /v1/agent-runs/{id}/events',
    'POST /v1/agent-runs/{id}/cancel',
    'POST /v1/agent-runs/{id}/confirm',
    'GET /v1/agents/{id}/files',
    'PUT /v1/agents/{id}/files/{name}',
    'GET /v1/agents/{id}/files/{name}',
    'GET /v1/agents/{id}/files/{name}/versions',
    'POST /v1/agents/{id}/files/{name}/restore',
    'DELETE /v1/agents/{id}/files/{name}',
    'POST /v1/connections',
    'GET /v1/connections',
    'GET /v1/connections/{id}',
    'PATCH /v1/connections/{id}',
    'POST /v1/connections/{id}/test',
    'DELETE /v1/connections/{id}',
  ],
  setUp: makeAgent,
  actions: [
    { name: 'an agent is made', weight: 1, run: makeAgent },
    {
      name: 'an agent is asked, by hand, by a webhook or in a chat',
      weight: 12,
      async run(client) {
        const id = client.any(client.known.others.ownAgents ?? []);
        if (!id) return;
        const params = { id };
        const orderId = client.any(client.known.orders) ?? 'unknown';
        const call = (tool: string, given: object) => `call: ${JSON.stringify({ tool, arguments: given })}`;
        const question = client.random.pick([
          'Which deliveries are late?',
          `${call('getOrder', { id: orderId })}\nsay: It is there.`,
          `${call('listOrders', {})}\n${call('archiveOrder', { id: orderId, body: {} })}\nsay: It is to go.`,
        ]);
        const asked = await client.random.pick([
          () => client.call('POST /v1/agents/{id}/runs', { params, body: { question } }),
          () => client.call('POST /v1/agents/{id}/webhook', { params, body: { question } }),
          () => client.call('POST /v1/agents/{id}/messages', { params, body: { text: question } }),
        ])();
        learn(client, 'agentRuns', asked?.json?.id ?? asked?.json?.runId);
        await client.pause(60_000);
        const page = await client.call('GET /v1/agents/{id}/runs', { params });
        for (const run of (page?.json?.results ?? []) as readonly { readonly id: string }[])
          learn(client, 'agentRuns', run.id);
      },
    },
    {
      name: 'a run of an agent is confirmed or cancelled',
      weight: 8,
      async run(client) {
        const id = client.any(client.known.others.agentRuns ?? []);
        if (!id) return;
        const params = { id };
        await client.call('GET /v1/agent-runs/{id}', { params });
        const what = client.random.pick(['confirm', 'confirm', 'cancel']);
        await client.call(`POST /v1/agent-runs/{id}/${what}`, { params });
      },
    },
    {
      name: 'files of an agent are written and restored',
      weight: 2,
      async run(client) {
        const id = client.any(client.known.others.ownAgents ?? []);
        if (!id) return;
        const params = { id, name: 'prices.md' };
        const write = () =>
          client.call('PUT /v1/agents/{id}/files/{name}', { params, body: { content: client.nextMark() } });
        await Promise.all([write(), write()]);
        await client.call('GET /v1/agents/{id}/files/{name}/versions', { params });
        await client.call('POST /v1/agents/{id}/files/{name}/restore', { params, body: { version: 1 } });
        await client.call('GET /v1/agents/{id}/files/{name}', { params });
        await client.call('GET /v1/agents/{id}/files', { params: { id } });
        if (client.random.chance(0.2)) await client.call('DELETE /v1/agents/{id}/files/{name}', { params });
      },
    },
    {
      name: 'an agent is changed or deleted',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.others.ownAgents ?? []);
        if (!id) return;
        const params = { id };
        if (client.random.chance(0.3)) await client.call('DELETE /v1/agents/{id}', { params });
        else await client.call('PATCH /v1/agents/{id}', { params, body: { name: client.nextMark() } });
        await client.call('GET /v1/agents/{id}/messages', { params });
      },
    },
    {
      name: 'a connection is made, tried, changed and deleted',
      weight: 2,
      async run(client) {
        const made = await client.call('POST /v1/connections', {
          body: {
            name: client.nextMark(),
            origin: 'https://loyalty.example.com',
            auth: { type: 'bearer', token: 'lty_live_4c21' },
            methods: ['GET', 'POST'],
            pathPrefix: '/v2/',
            requestFields: ['orderId'],
          },
        });
        const id = made?.json?.id;
        if (typeof id !== 'string') return;
        const params = { id };
        await client.call('POST /v1/connections/{id}/test', {
          params,
          body: { method: 'GET', path: 'health' },
        });
        await client.call('PATCH /v1/connections/{id}', { params, body: { methods: ['POST'] } });
        await client.call('GET /v1/connections/{id}', { params });
        await client.call('GET /v1/connections');
        await client.call('DELETE /v1/connections/{id}', { params });
      },
    },
  ],
});

async function makeAgent(client: Client): Promise<void> {
  const reply = await client.call('POST /v1/agents', {
    body: {
      name: `Helper ${client.random.between(1, 1_000_000)}`,
      instructions: 'Answer questions about orders.',
      isReportOnly: false,
      tools: ['getOrder', 'listOrders', 'archiveOrder'],
    },
  });
  learn(client, 'ownAgents', reply?.json?.id);
}

function learn(client: Client, kind: string, id: unknown): void {
  const known = client.known.others[kind] ?? [];
  if (typeof id === 'string' && !known.includes(id)) client.known.others[kind] = [...known, id];
}
