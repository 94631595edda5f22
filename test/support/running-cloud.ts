import { type CloudOptions, type LocalCloud, startCloud } from '../../cdk/local/cloud.ts';
import { localTable } from '../../cdk/local/local-table.ts';
import { SHORTEST_TIMEOUT_MS } from '../../cdk/local/start-from-settings.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';

/** An answer of the service; `Body` is the type that the test expects of the JSON. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; the text itself when it is not JSON. */
  readonly body: Body;
}

/** A tenant made for one test. */
export interface Tenant {
  readonly organizationId: string;
  readonly apiKey: string;
}

export interface RequestOptions {
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  /** API key; left out, the request has no Authorization header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A local cloud for tests. */
export interface TestCloud {
  readonly cloud: LocalCloud;
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer<Body>>;
  /** A new organization with a key that has all rights in it. */
  tenant(name?: string): Promise<Tenant>;
  /** Resolves when nothing is under way or deliverable any more; rejects after `limitMs`. */
  untilIdle(limitMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** When a busy local cloud counts as stuck: far longer than a slow machine needs. */
const UNTIL_IDLE_MS = 120_000;

/** There can be a quiet moment between a message's arrival and its consumer. */
const QUIET_ANSWERS_NEEDED = 3;
const QUIET_POLL_MS = 20;

/**
 * Starts a local cloud on a free port from a synthesized assembly: in memory, or in `dataDirectory`. The output of the
 * functions goes to standard output when LOGS is set.
 */
export async function runCloud(
  options: Pick<CloudOptions, 'assemblyDirectory' | 'code' | 'dataDirectory' | 'meter' | 'echo'>,
): Promise<TestCloud> {
  const cloud = await startCloud({
    shortestTimeoutMs: SHORTEST_TIMEOUT_MS,
    port: 0,
    log: (line) => console.error(line),
    ...(process.env.LOGS && { echo: (name: string, text: string) => console.log(`[${name}] ${text}`) }),
    ...options,
  });
  return {
    cloud,
    request: (method, path, request = {}) => send(cloud.baseUrl + path, method, request),
    tenant: (name = 'Test') => makeTenant(cloud, name),
    untilIdle: (limitMs = UNTIL_IDLE_MS) => untilIdle(cloud, limitMs),
    stop: () => cloud.stop(),
  };
}

async function send<Body>(url: string, method: string, { body, key, headers }: RequestOptions) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) as Body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function makeTenant(cloud: LocalCloud, name: string): Promise<Tenant> {
  const deps = tenancyOnTable(localTable(cloud.awsEndpoint, cloud.tableName()));
  try {
    const { organization, key } = await createOrganization(deps, { name });
    return { organizationId: organization.id, apiKey: key };
  } finally {
    deps.close();
  }
}

async function untilIdle(cloud: LocalCloud, limitMs: number): Promise<void> {
  const limit = performance.now() + limitMs;
  for (let quiet = 0; quiet < QUIET_ANSWERS_NEEDED; ) {
    if (performance.now() > limit) {
      throw new Error(`the local cloud is still busy after ${limitMs} ms: ${await whatIsThere(cloud)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    quiet = (await cloud.idle()) ? quiet + 1 : 0;
  }
}

async function whatIsThere(cloud: LocalCloud): Promise<string> {
  const { now, queues, executions, schedules } = await cloud.state();
  const waiting = queues.filter(({ count }) => count > 0).map(({ messages: _, ...queue }) => queue);
  return JSON.stringify({ now, waiting, executions, schedules });
}
