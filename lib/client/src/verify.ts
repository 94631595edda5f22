import { Webhook } from 'standardwebhooks';

/**
 * The message of a webhook, verified: signed with the endpoint's secret within the last five minutes. `body` is the
 * request's body as it came, not parsed and written again. Throws when the signature is missing, wrong or too old.
 */
export function verify<Message>(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
): Message {
  const named = headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const flat: Record<string, string> = {};
  for (const [name, value] of named) flat[name.toLowerCase()] = [value ?? ''].flat().join(' ');
  return new Webhook(secret).verify(body, flat) as Message;
}
