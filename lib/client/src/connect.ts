import createClient, { type Client } from 'openapi-fetch';

/** Where the service is and who calls it. */
export interface Connection {
  /** Address of the service, as `https://api.example.com`. */
  readonly baseUrl: string;
  /** An API key, or the token of a signed-in user. */
  readonly apiKey: string;
  /** The organization that is meant; needed only when the key reaches several. */
  readonly organizationId?: string;
  /** Makes the requests; the platform's own by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between tries; by the platform's timer by default. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** A request that came too early is sent again so often, each time after the seconds of `Retry-After`. */
const MOST_RETRIES = 3;

/** What asks for a longer wait is left to the caller. */
const LONGEST_WAIT_S = 30;

const sleepByTimer = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * A client of the API that `Paths` describes. Requests carry the key. Those that change something carry an
 * `Idempotency-Key`, so that they are sent again without a second effect when the service asks to wait.
 */
export function connect<Paths extends object>(connection: Connection): Client<Paths> {
  const { baseUrl, apiKey, organizationId, fetch = globalThis.fetch, sleep = sleepByTimer } = connection;
  const client = createClient<Paths>({
    baseUrl,
    async fetch(request) {
      for (let tries = 0; ; tries += 1) {
        const reply = await fetch(request.clone());
        const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
        const isEarly = reply.status === 429 || reply.status === 503;
        if (!isEarly || !(seconds <= LONGEST_WAIT_S) || tries === MOST_RETRIES) return reply;
        await sleep(seconds * 1000);
      }
    },
  });
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${apiKey}`);
      if (organizationId !== undefined) request.headers.set('x-org-id', organizationId);
      if (request.method !== 'GET' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
    },
  });
  return client;
}
