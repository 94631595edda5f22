import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { mcpArea } from '../../functions/api/mcp/index.ts';
import { talkMcp } from '../../functions/api/mcp/talk-mcp.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { toolCatalogue } from '../../functions/compose/tool-catalogue.ts';
import { handler as authorize } from '../../functions/workers/authorize.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { plannedActivity } from '../../lib/platform/activities/index.ts';
import { refusalsOf } from '../../lib/platform/http/index.ts';
import { type CallService, ESSENTIAL_TOOLS } from '../../lib/reactions/tools/index.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { httpEvent } from '../support/http-event.ts';
import { serveWith } from '../support/in-process-api.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';
import { connectToolClient } from '../support/tool-client.ts';

const endpoints = areas.flatMap((area) => area.endpoints);
const { tools } = toolCatalogue();

describe('the official client', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let clients: Readonly<Record<string, Client>>;
  let organizationId: string;
  let connect: (groups?: string, mode?: 'auto') => Promise<Client>;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    const { key, organization } = await createOrganization(tenancyDeps(db.deps), { name: 'Own' });
    organizationId = organization.id;
    const server = serveWith(
      {
        ...db.deps,
        takeRequest: async () => ({ retryAfterSeconds: undefined, remaining: 75 }),
        serviceFor: (headers) => serviceInProcess(headers),
        sleep: async () => undefined,
      },
      mcpArea,
    );
    connect = (groups, mode) =>
      connectToolClient({
        baseUrl: 'http://api.test',
        key,
        ...(groups === undefined ? {} : { groups }),
        ...(mode ? { mode } : {}),
        async fetch(input, init = {}) {
          const url = new URL(String(input));
          if ((init.method ?? 'GET') !== 'POST') return new Response(null, { status: 405 });
          const headers = Object.fromEntries(new Headers(init.headers));
          const { context } = await authorize({ headers });
          const event = httpEvent('POST /mcp', {
            query: Object.fromEntries(url.searchParams),
            headers,
            verdict: null,
          });
          const { statusCode, ...reply } = await server.handler({
            ...event,
            body: String(init.body),
            requestContext: { ...event.requestContext, authorizer: { lambda: context } },
          });
          return new Response(statusCode === 202 || statusCode === 204 ? null : reply.body, {
            status: statusCode,
            headers: reply.headers,
          });
        },
      });
    clients = { all: await connect('all'), modern: await connect(undefined, 'auto') };
  });
  afterAll(async () => {
    await Promise.all(Object.values(clients ?? {}).map((client) => client.close()));
    await api.stop();
    await db.stop();
  });

  /** The service's API in this process. */
  function serviceInProcess(headers: Readonly<Record<string, string>>): CallService {
    return async ({ method, path, headers: own, body }) => {
      const url = new URL(path, 'http://api.test');
      const found = endpoints
        .filter((endpoint) => endpoint.method === method)
        .map((endpoint) => ({ endpoint, match: patternOf(endpoint.path).exec(url.pathname) }))
        .filter(({ match }) => match !== null)
        .sort(
          (a, b) => Object.keys(a.match?.groups ?? {}).length - Object.keys(b.match?.groups ?? {}).length,
        )[0];
      if (!found) return { status: 404, value: { error: { code: 'NOT_FOUND', message: path } } };
      const params = Object.fromEntries(
        Object.entries(found.match?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      const reply = await api.call(found.endpoint.routeKey, {
        params,
        query: Object.fromEntries(url.searchParams),
        headers: { ...own, authorization: headers.authorization ?? '' },
        ...(body === undefined ? {} : { body: JSON.parse(body) }),
      });
      return { status: reply.status, value: reply.json };
    };
  }

  it.each([
    ['application/json', 406],
    ['text/event-stream', 406],
    ['text/html', 406],
    ['', 406],
    ['application/json, text/event-stream', 200],
  ])(
    '49.3 a request that accepts "%s" is answered with %i, in the form of every refusal',
    async (accept, status) => {
      const { key } = await createOrganization(tenancyDeps(db.deps), { name: 'Another' });
      const headers = { accept, 'mcp-protocol-version': '2025-06-18' };
      const reply = await api.call(talkMcp.routeKey, { key, headers, body: talkMcp.bodyExample });
      expect(reply.status).toBe(status);
      expect(refusalsOf(talkMcp).map(({ kind }) => kind.status)).toContain(406);
      if (status === 200) return;
      expect(reply.json).toMatchObject({
        error: { code: 'NOT_ACCEPTABLE', message: expect.stringContaining('`Accept`') },
        RequestID: reply.headers['x-request-id'],
      });
    },
  );

  it('lists every tool, each an operation of the API, with schemas and hints', async () => {
    const listed = (await clients.all?.listTools())?.tools ?? [];
    expect(listed.length).toBe(tools.length + 3);
    const without = endpoints
      .filter(({ permission, contentType }) => permission !== null && contentType === 'application/json')
      .filter(({ name }) => !listed.some((tool) => tool.name === name));
    expect(without.filter(({ isConfidential, isNoTool }) => !isConfidential && !isNoTool)).toEqual([]);
    expect(without.some(({ name }) => name === 'createApiKey')).toBe(true);
    expect(listed.find(({ name }) => name === 'getOrder')?.annotations).toMatchObject({ readOnlyHint: true });
    expect(listed.find(({ name }) => name === 'cancelJob')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(listed.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
  });

  it('is listed the tools of daily work, or those of the groups that it names', async () => {
    const essential = (await clients.modern?.listTools())?.tools.map(({ name }) => name) ?? [];
    expect(essential.toSorted()).toEqual(
      [...ESSENTIAL_TOOLS, 'findTools', 'waitForActivity', 'runCode'].toSorted(),
    );
    const routes = await connect('routes,documents');
    const groups = new Set((await routes.listTools()).tools.map(({ _meta }) => _meta?.group));
    expect([...groups].toSorted()).toEqual(['documents', 'routes', 'tools']);
    await routes.close();
  });

  it.each(tools)('calls $name', async ({ name, pathParameters }) => {
    const endpoint = endpoints.find((one) => one.name === name);
    const result = await clients.all?.callTool({
      name,
      arguments: {
        ...Object.fromEntries(
          pathParameters.map((parameter) => [parameter, 'any_01JD8Z6Q4T9V2N5X7C3B1M0K8H']),
        ),
        ...(endpoint?.body ? { body: endpoint.bodyExample } : {}),
      },
    });
    const [content] = result?.content ?? [];
    const { error } = JSON.parse(content?.type === 'text' ? content.text : '{}');
    expect(error?.code).not.toBe('INTERNAL_SERVER_ERROR');
    if (!result?.isError) expect(result?.structuredContent).toBeDefined();
    else expect(error.message.length).toBeGreaterThan(10);
  });

  it('is told the code and the way out of a refusal, and of arguments that a tool lacks', async () => {
    const result = await clients.modern?.callTool({ name: 'getOrder', arguments: { id: 'ord_unknown' } });
    expect([result?.isError, JSON.stringify(result?.content)]).toEqual([
      true,
      expect.stringContaining('NOT_FOUND'),
    ]);
    const odd = await clients.modern?.callTool({
      name: 'getOrder',
      arguments: { id: 'ord_1', color: 'red' },
    });
    expect(JSON.stringify(odd?.content)).toContain('It takes id');
    const strict = await clients.modern?.callTool({
      name: 'updateOrder',
      arguments: { id: 'ord_1', body: { colour: 1 } },
    });
    expect(JSON.stringify(strict?.content)).toContain('colour');
    await expect(clients.modern?.callTool({ name: 'noSuchTool', arguments: {} })).rejects.toThrow('no tool');
  });

  it('reads orders as resources and gets prompts', async () => {
    const { modern } = clients;
    expect(
      (await modern?.listResourceTemplates())?.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ).toEqual(['order://{id}', 'route://{id}', 'run://{id}']);
    const { resources = [] } = (await modern?.listResources()) ?? {};
    const id =
      resources.find(({ uri }) => uri.startsWith('order://ord_'))?.uri.slice('order://'.length) ?? '';
    const [read] = (await modern?.readResource({ uri: `order://${id}` }))?.contents ?? [];
    expect(JSON.stringify(read)).toContain(id);
    await expect(modern?.readResource({ uri: 'order://ord_unknown' })).rejects.toThrow('ord_unknown');
    expect((await modern?.listPrompts())?.prompts.map(({ name }) => name)).toContain('late-deliveries');
    const prompt = await modern?.getPrompt({ name: 'explain-carrier', arguments: { order: id } });
    expect(JSON.stringify(prompt?.messages)).toContain(id);
  });

  it('runs code whose only capability is the API', async () => {
    const result = await clients.modern?.callTool({
      name: 'runCode',
      arguments: { code: 'const { results } = await api.listOrders({ limit: 1 }); return results.length;' },
    });
    expect(result?.structuredContent).toMatchObject({ result: 1, calls: 1 });
    const failed = await clients.modern?.callTool({
      name: 'runCode',
      arguments: { code: "await api.getOrder({ id: 'ord_unknown' })" },
    });
    expect([failed?.isError, JSON.stringify(failed?.content)]).toEqual([
      true,
      expect.stringContaining('ord_unknown'),
    ]);
  });

  it('follows an activity with progress, cancels it, and gives a call up', async () => {
    const owner = { organizationId, createdBy: 'key_1', storeLocationIds: null, driverGroupIds: null };
    const id = db.deps.ids.next('act');
    const wanted = { id, action: 'act_optimize_orders' as const, request: {} };
    await db.deps.table.write(plannedActivity(owner, wanted, db.deps.clock.now()).operations);
    const told: string[] = [];
    for (const client of [clients.all, clients.modern]) {
      const waited = await client?.callTool(
        { name: 'waitForActivity', arguments: { id, seconds: 0 } },
        { onprogress: ({ message }) => told.push(message ?? '') },
      );
      expect(waited?.structuredContent).toMatchObject({ id, status: 'QUEUED' });
    }
    expect(told).toEqual(['The activity is QUEUED.', 'The activity is QUEUED.']);
    const stopping = new AbortController();
    const given = clients.modern?.callTool(
      { name: 'waitForActivity', arguments: { id, seconds: 5 } },
      { signal: stopping.signal },
    );
    stopping.abort();
    await expect(given).rejects.toThrow();
    await clients.modern?.callTool({ name: 'cancelActivity', arguments: { id } });
    const after = await clients.modern?.callTool({ name: 'waitForActivity', arguments: { id } });
    expect(after?.structuredContent).toMatchObject({ status: 'CANCELLED' });
  });

  it('finds tools by words, with signatures', async () => {
    const found = await clients.modern?.callTool({
      name: 'findTools',
      arguments: { words: 'move stops between routes', limit: 1 },
    });
    expect(found?.structuredContent).toMatchObject({
      tools: [{ name: 'moveStops', signature: expect.stringContaining('toRouteId: string') }],
    });
  });
});

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
