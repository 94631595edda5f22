import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AwsService } from '../../../../../cdk/local/ports.ts';

/** Serves services on one loopback port, as the endpoint does but without permissions, for SDK clients. */
export async function serveServices(services: () => readonly AwsService[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const name = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
    const service = services().find((one) => one.name === name);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const action =
      headers['x-amz-target']?.split('.').at(-1) ??
      service?.actionOf?.(method, url.pathname, url.searchParams) ??
      '';
    const call = {
      service: name,
      action,
      accessKeyId: 'test',
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: Buffer.concat(chunks),
    };
    const reply = await service?.handle(call);
    response.writeHead(reply?.status ?? 400, reply?.headers).end(reply?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
