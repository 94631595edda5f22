/** An issuer that takes longer than this counts as down: the authorizer itself has only 5 s. */
const TIMEOUT_MS = 2_000;

/** Reads a JSON document of an issuer. Throws when it does not get one. */
export async function fetchJson(url: string): Promise<unknown> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`);
  return reply.json();
}
