import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Dispatch strategies that are created, changed and deleted while orders use them. */
export const strategiesLoad = defineLoad({
  area: 'strategies',
  drives: [
    'POST /v1/options_group',
    'GET /v1/options_group',
    'PATCH /v1/options_group/{id}',
    'DELETE /v1/options_group/{id}',
    'GET /v1/providers',
  ],
  actions: [
    { name: 'a strategy is made', weight: 2, run: makeStrategy },
    {
      name: 'a strategy is changed',
      weight: 2,
      async run(client) {
        const id = client.any(client.known.strategies);
        if (id)
          await client.call('PATCH /v1/options_group/{id}', { params: { id }, body: anyStrategy(client) });
      },
    },
    {
      name: 'a strategy is deleted',
      weight: 0.5,
      async run(client) {
        const id = client.any(client.known.strategies);
        if (id) await client.call('DELETE /v1/options_group/{id}', { params: { id } });
      },
    },
    {
      name: 'somebody looks at strategies',
      weight: 0.5,
      async run(client) {
        await client.call('GET /v1/options_group');
        await client.call('GET /v1/providers');
      },
    },
  ],
});

/** Makes a strategy. */
export async function makeStrategy(client: Client): Promise<void> {
  const reply = await client.call('POST /v1/options_group', { body: anyStrategy(client) });
  if (typeof reply?.json?.id === 'string') client.known.strategies.push(reply.json.id);
}

function anyStrategy({ random }: Client): Record<string, unknown> {
  const number = random.between(1, 1_000_000);
  return {
    label: `Strategy ${number}`,
    // Taken from the number, so that earlier seeds draw the same.
    workflowWaitSeconds: number % 3 === 0 ? 5 + (number % 120) : null,
    afterWorkflowWait: number % 2 === 0 ? 'dispatch' : 'fail',
    enableAutoDispatch: random.chance(0.8),
    reassignOnFailure: random.chance(0.8),
    driverTimeoutMinutes: random.chance(0.4) ? random.between(1, 5) : null,
    leadTimeMinutes: random.pick([null, 10, 45]),
    maxAttempts: random.pick([null, 2, 4]),
  };
}
