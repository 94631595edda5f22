/** The demo organization's key, where the local cloud serves this page. */
export async function demoKey(): Promise<string | undefined> {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)) return undefined;
  const reply = await fetch('/_local/demo');
  return reply.ok ? (await reply.json()).apiKey : undefined;
}
