import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Webhook endpoints that are created, disabled and deleted, and messages that are requested again. */
export const webhooksLoad = defineLoad({
  area: 'webhooks',
  drives: [
    'POST /v1/webhooks/endpoints',
    'PATCH /v1/webhooks/endpoints/{id}',
    'DELETE /v1/webhooks/endpoints/{id}',
    'POST /v1/webhooks/endpoints/{id}/rotate-secret',
    'GET /v1/webhooks/endpoints',
    'GET /v1/webhooks/endpoints/{id}',
    'GET /v1/webhooks/messages',
    'GET /v1/webhooks/messages/{msg_id}/attempts',
    'POST /v1/webhooks/messages/replay',
  ],
  actions: [
    { name: 'an endpoint comes', weight: 1, run: makeEndpoint },
    {
      name: 'an endpoint rests or works again',
      weight: 1,
      async run(client) {
        const endpoint = client.any(client.known.endpoints.slice(1));
        if (!endpoint) return;
        const body = { isEnabled: client.random.chance(0.5) };
        await client.call('PATCH /v1/webhooks/endpoints/{id}', { params: { id: endpoint.id }, body });
      },
    },
    {
      name: 'an endpoint goes, or has its secret changed',
      weight: 0.5,
      async run(client) {
        // The first one stays, so that one receiver gets everything.
        const endpoint = client.any(client.known.endpoints.slice(1));
        if (!endpoint) return;
        const params = { id: endpoint.id };
        if (client.random.chance(0.5))
          await client.call('POST /v1/webhooks/endpoints/{id}/rotate-secret', { params });
        else await client.call('DELETE /v1/webhooks/endpoints/{id}', { params });
      },
    },
    {
      name: 'messages are looked at and asked for again',
      weight: 1,
      async run(client) {
        const page = await client.call('GET /v1/webhooks/messages');
        await client.call('GET /v1/webhooks/endpoints');
        const endpoint = client.any(client.known.endpoints);
        if (endpoint) await client.call('GET /v1/webhooks/endpoints/{id}', { params: { id: endpoint.id } });
        const message = client.any(
          (page?.json?.data ?? page?.json?.results ?? []) as { readonly id: string }[],
        );
        if (!message) return;
        await client.call('GET /v1/webhooks/messages/{msg_id}/attempts', { params: { msg_id: message.id } });
        await client.call('POST /v1/webhooks/messages/replay', { body: { messageIds: [message.id] } });
      },
    },
  ],
});

/** Registers a receiver that gets every event. */
export async function makeEndpoint(client: Client): Promise<void> {
  const url = `https://${client.merchant.organizationId.toLowerCase().replace('_', '-')}.example/hook/${client.random.between(1, 1_000_000)}`;
  const reply = await client.call('POST /v1/webhooks/endpoints', { body: { url } });
  if (typeof reply?.json?.id === 'string') client.known.endpoints.push({ id: reply.json.id, url });
}
