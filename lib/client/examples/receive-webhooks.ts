import { verifyWebhook } from 'delivery-orchestration-client';

/** Takes a webhook: answers at once, and acts on what was verified. */
export async function receive(request: Request): Promise<Response> {
  try {
    const message = verifyWebhook(await request.text(), request.headers, 'whsec_...');
    if (message.type === 'delivery' && message.event === 'dropoff_complete') {
      console.log('delivered:', message.data.externalIdentifier);
    }
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 401 });
  }
}
