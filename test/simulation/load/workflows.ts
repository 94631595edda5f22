import { act, chain, when } from '../../support/automations.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const STARTED_BY = ['order.created', 'order.updated', 'job.created', 'delivery.delivered'] as const;

/** Workflows on events, inside requests and by hand, and people who pause and cancel their runs. */
export const workflowsLoad = defineLoad({
  area: 'workflows',
  isDrawn: true,
  drives: [
    'POST /v1/workflows',
    'PATCH /v1/workflows/{id}',
    'POST /v1/workflows/{id}/status',
    'GET /v1/workflows',
    'GET /v1/workflows/{id}',
    'GET /v1/workflows/{id}/executions',
    'GET /v1/workflow-executions/{id}',
    'POST /v1/workflow-executions/{id}/cancel',
    'POST /v1/workflow-executions/{id}/pause',
    'POST /v1/workflow-executions/{id}/resume',
    'POST /v1/workflow-executions/{id}/retry',
    'POST /v1/workflows/{id}/trigger',
    'POST /v1/workflows/{id}/test',
    'POST /v1/workflows/{id}/replay',
    'POST /v1/order/{id}/events',
    'GET /v1/order/{id}/explanation',
  ],
  async setUp(client) {
    await makeWorkflow(client, 'order.created', [act('add_tag', { tag: 'seen' })]);
    await makeWorkflow(client, 'order.creating', [
      when('dear', { field: 'order.valueCents', operator: 'greater_than', value: 10_000 }),
      act('add_requirements', { requirements: ['signature_proof_of_delivery'] }),
    ]);
  },
  actions: [
    {
      name: 'a workflow is made',
      weight: 3,
      run: (client) => makeWorkflow(client, client.random.pick(STARTED_BY), anyNodes(client)),
    },
    {
      name: 'a workflow is changed, or switched',
      weight: 2,
      async run(client) {
        const id = anyWorkflow(client);
        if (!id) return;
        const params = { id };
        if (client.random.chance(0.5)) {
          const status = client.random.pick(['active', 'inactive']);
          await client.call('POST /v1/workflows/{id}/status', { params, body: { status } });
        } else {
          const trigger = { triggerType: 'event', eventName: client.random.pick(STARTED_BY) };
          await client.call('PATCH /v1/workflows/{id}', {
            params,
            body: { ...chain(anyNodes(client)), trigger },
          });
        }
      },
    },
    {
      name: 'a workflow is run by hand, or tested',
      weight: 3,
      async run(client) {
        const [id, orderId] = [anyWorkflow(client), client.any(client.known.orders)];
        if (!id || !orderId) return;
        const { random } = client;
        if (random.chance(0.7)) {
          const body = { entityRefs: { order: orderId }, sync: random.chance(0.5) };
          await client.call('POST /v1/workflows/{id}/trigger', { params: { id }, body });
        } else {
          const body = { orderId, live: random.chance(0.5) };
          await client.call('POST /v1/workflows/{id}/test', { params: { id }, body });
        }
      },
    },
    {
      name: 'a run is paused, resumed, cancelled or retried',
      weight: 3,
      async run(client) {
        const id = anyWorkflow(client);
        if (!id) return;
        const page = await client.call('GET /v1/workflows/{id}/executions', { params: { id } });
        const run = client.any((page?.json?.results ?? page?.json?.data ?? []) as { readonly id: string }[]);
        if (!run) return;
        const params = { id: run.id };
        const what = client.random.pick(['pause', 'resume', 'cancel', 'retry']);
        await client.call(`POST /v1/workflow-executions/{id}/${what}`, { params });
        if (what === 'pause') {
          await client.pause(30_000);
          await client.call('POST /v1/workflow-executions/{id}/resume', { params });
        }
        await client.call('GET /v1/workflow-executions/{id}', { params });
      },
    },
    {
      name: 'the past of a workflow is replayed',
      weight: 2,
      async run(client) {
        const id = anyWorkflow(client);
        if (!id) return;
        await client.pause(5 * 60_000);
        await client.call('POST /v1/workflows/{id}/replay', { params: { id }, body: {} });
      },
    },
    {
      name: 'a custom event is emitted, and somebody asks why',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.orders);
        if (!id) return;
        await client.call('POST /v1/order/{id}/events', { params: { id }, body: { name: 'seen' } });
        await client.call('GET /v1/order/{id}/explanation', { params: { id } });
        await client.call('GET /v1/workflows');
      },
    },
  ],
});

async function makeWorkflow(
  client: Client,
  eventName: string,
  nodes: Parameters<typeof chain>[0],
): Promise<void> {
  const reply = await client.call('POST /v1/workflows', {
    body: {
      name: `On ${eventName} ${client.random.between(1, 1_000_000)}`,
      status: 'active',
      ...chain(nodes),
      trigger: { triggerType: 'event', eventName },
    },
  });
  const id = reply?.json?.id;
  if (typeof id === 'string')
    client.known.others.ownWorkflows = [...(client.known.others.ownWorkflows ?? []), id];
}

/** Not the first two, which must receive every order. */
function anyWorkflow(client: Client): string | undefined {
  return client.any((client.known.others.ownWorkflows ?? []).slice(2));
}

function anyNodes({ random }: Client): Parameters<typeof chain>[0] {
  return random
    .shuffle([
      act('add_tag', { tag: `t${random.between(1, 3)}` }),
      act('modify_order_price_or_tip', { target: 'tip', operation: 'at_least', amountCents: 300 }),
      act('add_requirements', { requirements: ['meet_on_delivery'] }),
      act('reschedule_order', { method: 'delay', delayMinutes: 30 }),
      act('cancel_order', {}),
    ])
    .slice(0, random.between(1, 3));
}
