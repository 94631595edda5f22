import type { PythonServer } from './start-python-server.ts';

/** The servers find the service by the scope of the signature, which they do not check. */
export function signed(service: string): Record<string, string> {
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
  };
}

/** The XML that an operation of a query service answers. */
export async function query(
  { endpoint }: PythonServer,
  service: string,
  fields: Record<string, string>,
): Promise<string> {
  const reply = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: { ...signed(service), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${fields.Action} answered ${reply.status}: ${text.slice(0, 500)}`);
  return text;
}

/** What an operation of a JSON service answers. `target` is like `AWSStepFunctions.ListStateMachines`. */
export async function json(
  { endpoint }: PythonServer,
  service: string,
  target: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: { ...signed(service), 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${target} answered ${reply.status}`);
  return (await reply.json()) as Readonly<Record<string, unknown>>;
}

/** What a path of a REST service answers. */
export async function rest(
  { endpoint }: PythonServer,
  service: string,
  path: string,
): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>> {
  const reply = await fetch(endpoint + path, { headers: signed(service) });
  if (!reply.ok) throw new Error(`GET ${path} answered ${reply.status}`);
  return (await reply.json()) as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** Number of elements of this name. */
export function count(xml: string, element: string): number {
  return xml.split(`<${element}>`).length - 1;
}
