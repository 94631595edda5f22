import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a simulated shop. */
export interface ShopRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
  readonly body: any;
}

/** Its answer. */
export interface ShopAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP server on loopback; undefined as an answer ends the connection without one. */
export async function startShopServer(answer: (request: ShopRequest) => ShopAnswer | undefined) {
  const calls: string[] = [];
  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      calls.push(`${method} ${url}`);
      const text = Buffer.concat(chunks).toString('utf8');
      const decided = answer({
        method,
        path: url,
        headers,
        body: text === '' ? undefined : JSON.parse(text),
      });
      if (!decided) {
        request.socket.destroy();
        return;
      }
      reply.writeHead(decided.status, { 'content-type': 'application/json', ...decided.headers });
      reply.end(JSON.stringify(decided.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
