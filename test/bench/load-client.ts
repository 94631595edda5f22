/** A separate process that sends requests as fast as they are answered, several in parallel. */
import { Agent, request } from 'node:http';

/** What to send, passed on by the process that started this one. */
export interface LoadOrder {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Requests under way at once. */
  readonly connections: number;
  /** Nothing new is sent after this many milliseconds. */
  readonly limitMs: number;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
}

/** How it went. */
export interface LoadResult {
  readonly seconds: number;
  /** Duration in milliseconds of each request that was answered with 2xx. */
  readonly latencies: readonly number[];
  /** `id` of each 2xx reply. */
  readonly ids: readonly string[];
  /** How many requests ended otherwise, by status; 0 = no answer. */
  readonly failures: Readonly<Record<string, number>>;
}

process.once('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send?.(result, () => process.exit(0)));
});

async function run({ baseUrl, apiKey, connections, limitMs, requests }: LoadOrder): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const ids: string[] = [];
  const failures: Record<string, number> = {};
  const began = performance.now();
  const waiting = requests.values();
  const worker = async () => {
    for (const { method, path, body } of waiting) {
      if (performance.now() - began > limitMs) return;
      const sentAt = performance.now();
      const { status, text } = await send(agent, baseUrl + path, { method, apiKey, body });
      if (status >= 200 && status < 300) {
        latencies.push(performance.now() - sentAt);
        ids.push(JSON.parse(text).id);
      } else {
        failures[status] = (failures[status] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return { seconds: (performance.now() - began) / 1000, latencies, ids, failures };
}

function send(
  agent: Agent,
  url: string,
  { method, apiKey, body }: { method: string; apiKey: string; body: unknown },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, text: '' });
    const outgoing = request(
      url,
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
        incoming.once('error', failed);
      },
    );
    outgoing.once('error', failed);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
