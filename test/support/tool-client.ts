import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** How to reach a tool server. */
export interface ToolServerAddress {
  /** Address of the API. */
  readonly baseUrl: string;
  readonly key: string;
  readonly groups?: string;
  /** In place of the network. */
  readonly fetch?: typeof fetch;
  /** `auto` speaks the present revision where the server supports it; without it, a client of 2025. */
  readonly mode?: 'auto';
}

/** The protocol's official client, connected: it is independent of the server that it talks to. */
export async function connectToolClient({
  baseUrl,
  key,
  groups,
  fetch,
  mode,
}: ToolServerAddress): Promise<Client> {
  const url = new URL('/mcp', baseUrl);
  if (groups !== undefined) url.searchParams.set('groups', groups);
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    mode === undefined ? {} : { versionNegotiation: { mode } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      ...(fetch ? { fetch } : {}),
    }),
  );
  return client;
}
