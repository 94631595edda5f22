import { expect } from 'vitest';
import type { TestCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';

const PLACE = {
  pickUpAddress: '1 Market St, San Francisco, CA 94105',
  dropOffAddress: '2 Mission St, San Francisco, CA 94105',
};

interface ShownRun {
  readonly id: string;
  readonly status: string;
  readonly report: string | null;
  readonly problem: string | null;
  readonly plan: { readonly status: string; readonly calls: readonly object[] } | null;
  readonly steps: readonly {
    readonly calls: readonly { readonly tool: string; readonly outcome: string }[];
  }[];
}

const call = (tool: string, given: object) => `call: ${JSON.stringify({ tool, arguments: given })}`;

/** A user of the tenant who may do everything, signed in at the issuer. */
async function signIn(local: TestCloud, key: string, email: string): Promise<string> {
  await local.request('POST', '/v1/organization-management/users/invite', {
    key,
    body: { email, roleIds: ['role_planner'] },
  });
  const { body } = await local.request<{ token: string }>('POST', '/_local/sign-in', { body: { email } });
  return body.token;
}

/** One turn of a chat, followed to its end by its server-sent events. Returns the run. */
async function say(local: TestCloud, key: string, agentId: string, text: string): Promise<ShownRun> {
  const headers = { accept: 'text/event-stream' };
  const first = await local.request<string>('POST', `/v1/agents/${agentId}/messages`, {
    key,
    body: { text },
    headers,
  });
  expect([first.status, first.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/event-stream'),
  ]);
  const { id } = JSON.parse(/event: run\ndata: (.+)/.exec(first.body)?.[1] ?? '{}');
  let events = first.body;
  for (let tries = 0; tries < 40 && !events.includes('event: reply'); tries += 1) {
    const last = [...events.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1];
    const more = await local.request<string>('GET', `/v1/agent-runs/${id}/events`, {
      key,
      headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': last }) },
    });
    events += more.body;
  }
  expect(events).toContain('event: reply');
  return (await local.request<ShownRun>('GET', `/v1/agent-runs/${id}`, { key })).body;
}

scenario(
  'which deliveries are late and why, and why an order went to its carrier: a chat reads and reports (section 3)',
  async ({ local, tenant }) => {
    const { apiKey: key } = tenant;
    const person = await signIn(local, key, 'planner@shop.example');
    const order = await local.request<{ id: string }>('POST', '/v1/order', { key, body: PLACE });
    const agent = await local.request<{ id: string }>('POST', '/v1/agents', {
      key,
      body: {
        name: 'Dispatcher',
        instructions: 'Answer questions about deliveries.',
        tools: ['listJobs', 'listRoutes', 'explainOrder', 'getOrder'],
      },
    });
    const late = await say(
      local,
      person,
      agent.body.id,
      `Which deliveries are late and why?\n${call('listJobs', { limit: 20 })}\n${call('listRoutes', {})}\nsay: None is late.`,
    );
    expect([late.status, late.report, late.problem]).toEqual(['completed', 'None is late.', null]);
    expect(late.steps.flatMap(({ calls }) => calls.map(({ tool, outcome }) => [tool, outcome]))).toEqual([
      ['listJobs', 'done'],
      ['listRoutes', 'done'],
    ]);
    const why = await say(
      local,
      person,
      agent.body.id,
      `Why did the order go to that carrier?\n${call('explainOrder', { id: order.body.id })}`,
    );
    expect([why.status, why.report]).toEqual(['completed', expect.stringContaining('entries')]);
    const stranger = await signIn(local, key, 'other@shop.example');
    expect((await local.request('GET', `/v1/agent-runs/${why.id}`, { key: stranger })).status).toBe(404);
  },
);

scenario(
  "move stops of a route: the agent proposes, the person confirms, and the audit log has it as the person's (section 3)",
  async ({ local, tenant }) => {
    const { apiKey: key } = tenant;
    const person = await signIn(local, key, 'mover@shop.example');
    const place = { lat: 37.79, lng: -122.4 };
    const routes = [];
    for (const name of ['A', 'B']) {
      const orders = [];
      for (const count of [1, 2]) {
        const made = await local.request<{ id: string }>('POST', '/v1/order', {
          key,
          body: { ...PLACE, externalId: `${name}-${count}` },
        });
        orders.push(made.body.id);
      }
      const route = await local.request<{ route: { id: string } }>('POST', '/v1/routes', {
        key,
        body: {
          name,
          externalId: `route-${name}`,
          stops: orders.flatMap((id) => [
            { stopType: 'PICKUP', objectIds: [id], location: place },
            { stopType: 'DROPOFF', objectIds: [id], location: place },
          ]),
        },
      });
      expect([route.status, route.body]).toMatchObject([200, { route: { name } }]);
      routes.push(route.body.route.id);
    }
    const [from = '', to = ''] = routes;
    const read = await local.request<{ stops: { id: string }[] }>('GET', `/v1/routes/${from}`, { key });
    const stopIds = read.body.stops.slice(0, 2).map(({ id }) => id);
    const agent = await local.request<{ id: string }>('POST', '/v1/agents', {
      key,
      body: {
        name: 'Planner',
        instructions: 'Plan routes.',
        tools: ['getRoute', 'moveStops'],
        isReportOnly: false,
      },
    });
    const run = await say(
      local,
      person,
      agent.body.id,
      `Move tomorrow's stops of A to B\n${call('getRoute', { id: from })}\n${call('moveStops', { id: from, body: { stopIds, toRouteId: to } })}\nsay: Shall I?`,
    );
    expect(run.plan).toMatchObject({ status: 'proposed', calls: [{ tool: 'moveStops' }] });
    const before = await local.request<{ stops: unknown[] }>('GET', `/v1/routes/${to}`, { key });
    const asKey = await local.request('POST', `/v1/agent-runs/${run.id}/confirm`, { key });
    expect(asKey.status).toBe(404);
    const confirmed = await local.request<ShownRun>('POST', `/v1/agent-runs/${run.id}/confirm`, {
      key: person,
    });
    expect(confirmed.body.plan).toMatchObject({ status: 'carried_out', calls: [{ outcome: 'done' }] });
    const after = await local.request<{ stops: unknown[] }>('GET', `/v1/routes/${to}`, { key });
    expect(after.body.stops.length).toBeGreaterThan(before.body.stops.length);
    const audit = await local.request<{ results: { actor: { type: string }; cause: string }[] }>(
      'GET',
      `/v1/audit-log?entityId=${to}`,
      { key },
    );
    expect(audit.body.results).toContainEqual(
      expect.objectContaining({
        actor: expect.objectContaining({ type: 'user' }),
        cause: expect.stringContaining(`through ${agent.body.id}/${run.id}`),
      }),
    );
    // Sent again, it creates nothing twice.
    const again = await local.request<ShownRun>('POST', `/v1/agent-runs/${run.id}/confirm`, { key: person });
    expect(again.body.plan?.status).toBe('carried_out');
    const end = await local.request<{ stops: unknown[] }>('GET', `/v1/routes/${to}`, { key });
    expect(end.body.stops.length).toBe(after.body.stops.length);
  },
);

scenario(
  '46 3 why was last week worse: an agent asks for the measure of both weeks, splits it, and lists what is behind it',
  async ({ local, tenant }) => {
    const { apiKey: key } = tenant;
    const person = await signIn(local, key, 'manager@shop.example');
    const agent = await local.request<{ id: string }>('POST', '/v1/agents', {
      key,
      body: {
        name: 'Controller',
        instructions: 'Answer questions about how deliveries went.',
        tools: ['listMeasures', 'getInsight', 'listInsightFacts'],
      },
    });
    const week = { measure: 'on-time', from: '2026-03-02', to: '2026-03-08' };
    const answer = await say(
      local,
      person,
      agent.body.id,
      [
        'Why was last week worse?',
        call('listMeasures', {}),
        call('getInsight', { ...week, comparedWith: 'previous_period' }),
        call('getInsight', { ...week, groupBy: 'provider' }),
        call('listInsightFacts', {
          ...week,
          measure: 'punctuality',
          part: 'late_up_to_60,late_more_than_60',
        }),
        'say: Nothing was delivered in either week.',
      ].join('\n'),
    );
    expect([answer.status, answer.report, answer.problem]).toEqual([
      'completed',
      'Nothing was delivered in either week.',
      null,
    ]);
    expect(answer.steps.flatMap(({ calls }) => calls.map(({ tool, outcome }) => [tool, outcome]))).toEqual([
      ['listMeasures', 'done'],
      ['getInsight', 'done'],
      ['getInsight', 'done'],
      ['listInsightFacts', 'done'],
    ]);
  },
);
