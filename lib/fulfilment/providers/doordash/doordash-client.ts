import { type CarrierPorts, credentialsOf } from '../adapter/carrier-ports.ts';
import type { JsonReply, JsonRequest } from '../adapter/json-over-http.ts';
import { doordashToken } from './sign-token.ts';

/** Sends calls to DoorDash's API with an organization's credentials. Outages throw. */
export function doordashClient(
  ports: CarrierPorts,
  provider: { readonly id: string; readonly name: string },
  host: string,
) {
  return async function send(
    { organizationId, signal }: { readonly organizationId: string; readonly signal: AbortSignal },
    method: JsonRequest['method'],
    path: string,
    fields?: object,
  ): Promise<JsonReply> {
    const {
      developerId = '',
      keyId = '',
      signingSecret = '',
    } = await credentialsOf(ports, organizationId, provider);
    const token = doordashToken({ developerId, keyId, signingSecret }, ports.clock.now());
    const body = fields === undefined ? undefined : JSON.stringify(fields);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const reply = await ports.call({ method, url: `${host}/drive/v2${path}`, headers, body, signal });
    if (reply.status === 429 || reply.status >= 500) throw new Error(`DoorDash answered ${reply.status}.`);
    return reply;
  };
}
