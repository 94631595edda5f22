import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that listens on the loopback address. */
export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Accepts no more requests, gives active ones `graceMs` to be answered and closes every connection. */
  close(graceMs?: number): Promise<void>;
}

/** Longer than clients keep a connection, so that none of them uses one that is being closed. */
const KEEP_ALIVE_MS = 60_000;

/** Longer headers than the gateway allows, so that it can refuse them with its own message. Bytes. */
const MAX_HEADER_BYTES = 65_536;

/** Listens on `port` of the loopback, 0 for any free one. Rejects with `EADDRINUSE` when it is taken. */
export async function listen(port: number, listener?: RequestListener): Promise<Listening> {
  const server: Server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    close: async (graceMs = 0) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
