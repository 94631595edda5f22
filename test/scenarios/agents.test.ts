import { expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import type { TestCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';
import { connectToolClient } from '../support/tool-client.ts';

const PLACE = {
  pickUpAddress: '1 Market St, San Francisco, CA 94105',
  dropOffAddress: '2 Mission St, San Francisco, CA 94105',
};

scenario.override('skipsWaits', { scope: 'file' }, true);

interface ShownRun {
  readonly id: string;
  readonly status: string;
  readonly report: string | null;
  readonly problem: string | null;
  readonly plan: { readonly status: string; readonly calls: readonly object[] } | null;
  readonly steps: readonly {
    readonly calls: readonly {
      readonly tool: string;
      readonly outcome: string;
      readonly input: object;
      readonly output: string;
    }[];
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

const WEEK_MS = 7 * 86_400_000;

/** How long the promised windows of its deliveries are: much longer than the simulated way. */
const WINDOW_MS = 600_000;

/** A square around a place, as a zone has it. */
const around = ({ dropoffLat: lat, dropoffLng: lng }: { dropoffLat: number; dropoffLng: number }) => [
  [lat - 0.01, lng - 0.01],
  [lat - 0.01, lng + 0.01],
  [lat + 0.01, lng + 0.01],
  [lat + 0.01, lng - 0.01],
  [lat - 0.01, lng - 0.01],
];

scenario(
  '46 3 why last week was worse: an agent finds the provider and the zone, through tools',
  async ({ local, story }) => {
    const mission = { dropoffLat: 37.7576, dropoffLng: -122.4212 };
    const harbor = { dropoffLat: 37.7936, dropoffLng: -122.3958 };
    const zoneIn = (name: string, place: typeof mission) =>
      story.call<{ id: string }>('POST', '/v1/zones', { name, polygon: around(place) });
    await zoneIn('Mission', mission);
    const { id: late } = await zoneIn('Harbor', harbor);
    const good = await story.strategy(['FleetSimulatorFast']);
    const bad = await story.strategy(['FleetSimulator']);
    const deliver = async (strategies: readonly string[], place: typeof mission, isLate = false) => {
      const orders: { readonly id: string }[] = [];
      for (const dispatchStrategyId of strategies) {
        const end = new Date(local.cloud.clock.now() + WINDOW_MS).toISOString();
        orders.push(await story.order({ dispatchStrategyId, ...place, dropoffEndTime: end }));
      }
      const until = async (wanted: readonly string[]) => {
        for (const { id } of orders)
          await eventually(
            () => story.tasks(id),
            (tasks) => tasks.length === 1 && tasks.every(({ status }) => wanted.includes(status)),
          );
      };
      await until(['running', 'completed']);
      if (isLate) local.cloud.clock.advance(WINDOW_MS);
      await until(['completed']);
    };
    // Minutes are counted within 35 seconds.
    const counted = async () => {
      await local.untilIdle();
      local.cloud.clock.advance(60_000);
      await local.untilIdle();
    };
    // Both were on time everywhere in the week before.
    await Promise.all([deliver([good, good, bad], mission), deliver([bad], harbor)]);
    // Queues keep messages for less than a week: the one that has these minutes counted would be lost on the way.
    await counted();
    local.cloud.clock.advance(WEEK_MS);
    await local.untilIdle();
    // Then one of them came late in one zone.
    await deliver([good, bad], mission);
    await deliver([bad, bad], harbor, true);
    await counted();

    const to = new Date(local.cloud.clock.now()).toISOString().slice(0, 10);
    const from = new Date(Date.parse(to) - 6 * 86_400_000).toISOString().slice(0, 10);
    const period = { measure: 'on-time', from, to };
    const agent = await local.request<{ id: string }>('POST', '/v1/agents', {
      key: story.key,
      body: {
        name: 'Analyst',
        instructions: 'Find out why numbers changed: split them by one dimension after the other.',
        tools: ['getInsight', 'listInsightFacts'],
      },
    });
    const worst = '$0.rows.0.key.provider';
    const question = [
      'Why was last week worse?',
      call('getInsight', { ...period, groupBy: ['provider'] }),
      call('getInsight', { ...period, groupBy: ['zone'], provider: [worst] }),
      call('listInsightFacts', { ...period, provider: [worst], zone: ['$1.rows.0.key.zone'] }),
    ].join('\n');
    const { id } = await story.call<{ id: string }>('POST', `/v1/agents/${agent.body.id}/runs`, { question });
    const run = await eventually(
      () => story.call<ShownRun>('GET', `/v1/agent-runs/${id}`),
      ({ status }) => status === 'completed' || status === 'failed',
    );
    expect([run.status, run.problem]).toEqual(['completed', null]);
    const calls = run.steps.flatMap((step) => step.calls);
    expect(calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['getInsight', 'done'],
      ['getInsight', 'done'],
      ['listInsightFacts', 'done'],
    ]);
    // The provider was on time in the one zone; in the other both of its deliveries came late.
    expect(calls[2]?.input).toMatchObject({ provider: ['prv_fleet_simulator'], zone: [late] });
    const { results } = JSON.parse(calls[2]?.output ?? '{}');
    expect(results).toMatchObject([{ value: 0 }, { value: 0 }]);
    // The same by the tool server, as any assistant asks.
    const client = await connectToolClient({ baseUrl: local.cloud.baseUrl, key: story.key });
    const ask = async (more: object) => {
      const reply = await client.callTool({ name: 'getInsight', arguments: { ...period, ...more } });
      return reply.structuredContent as {
        readonly rows: readonly { key: Record<string, string>; value: number; change: number | null }[];
      };
    };
    const byProvider = (await ask({ groupBy: ['provider'] })).rows;
    expect(byProvider).toMatchObject([
      { key: { provider: 'prv_fleet_simulator' }, value: 0.3333, change: -0.6667 },
      { key: { provider: 'prv_fleet_simulator_fast' }, value: 1, change: 0 },
    ]);
    const byZone = (await ask({ groupBy: ['zone'], provider: ['prv_fleet_simulator'] })).rows;
    expect(byZone[0]).toMatchObject({ key: { zone: late }, value: 0, change: -1 });
    await client.close();
  },
);
