import { bearer, chosenOrganization } from './session.ts';

/** Values of a query without undefined and empty ones. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A refusal of the API, or a failure on the way to it. */
export class ApiError extends Error {
  /** 0 = the API was not reached. */
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;

  constructor(
    status: number,
    body: {
      readonly error?: {
        readonly code?: string;
        readonly message?: string;
        readonly details?: Readonly<Record<string, unknown>>;
      };
      readonly message?: string;
      readonly RequestID?: string;
    },
  ) {
    super(body.error?.message ?? body.message ?? String(status));
    this.status = status;
    this.code = body.error?.code ?? '';
    this.details = body.error?.details ?? {};
    this.requestId = body.RequestID ?? '';
  }

  /** Whether the same request may succeed later: the API could not be reached, was busy, or failed. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Why fields were refused, by field name. */
  get fields(): Readonly<Record<string, string>> {
    const { fields, field } = this.details;
    if (typeof field === 'string') return { [field]: this.message };
    return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, string>>) : {};
  }
}

/** A reply with the tag that tells a later request that nothing has changed. */
export interface Tagged<Reply> {
  readonly data: Reply;
  readonly etag: string | null;
}

/** Called when the API does not know the token any more. */
let onSignedOut: () => void = () => undefined;

/** Sets what happens when the session expires. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Reads; undefined when the reply is still the one with this tag. */
export async function read<Reply>(
  path: string,
  query: Query = {},
  etag?: string | null,
  signal?: AbortSignal,
): Promise<Tagged<Reply> | undefined> {
  const reply = await send('GET', path + queryString(query), {
    headers: etag ? { 'if-none-match': etag } : {},
    ...(signal ? { signal } : {}),
  });
  if (reply.status === 304) return undefined;
  return { data: (await reply.json()) as Reply, etag: reply.headers.get('etag') };
}

/** Reads once. */
export async function get<Reply>(path: string, query: Query = {}): Promise<Reply> {
  return (await (await send('GET', path + queryString(query), {})).json()) as Reply;
}

/** Name of one of the user's organizations, before one is chosen. */
export async function nameOfOrganization(id: string): Promise<string> {
  const reply = await send('GET', '/v1/organization', { headers: { 'x-org-id': id } });
  return ((await reply.json()) as { readonly name: string }).name;
}

/** Sends a change with an idempotency key, so that a second click has no further effect. */
export async function change<Reply>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  version?: number | null,
): Promise<Reply> {
  const reply = await send(method, path, {
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined || version === null ? {} : { 'if-match': String(version) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as Reply;
}

/** Asks something that takes a body and changes nothing. */
export async function ask<Reply>(path: string, body: unknown, signal: AbortSignal): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return (await (await send('POST', path, { headers, signal, body: JSON.stringify(body) })).json()) as Reply;
}

/** Sends something whose reply is a text, such as a stream of events. */
export async function postText(path: string, body: unknown): Promise<string> {
  const reply = await send('POST', path, {
    headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return reply.text();
}

/** Reads a file and hands it to the browser to save. */
export async function download(path: string, query: Query, fileName: string): Promise<void> {
  const reply = await send('GET', path + queryString(query), {});
  const address = URL.createObjectURL(await reply.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By then the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Reads a table as text. */
export async function getText(path: string, query: Query): Promise<string> {
  return (await send('GET', path + queryString(query), {})).text();
}

/** Uploads a file to a link that the API signed. */
export async function putFile(url: string, file: File): Promise<void> {
  const reply = await fetch(url, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': 'text/csv' },
  }).catch(() => undefined);
  if (!reply?.ok) throw new ApiError(reply?.status ?? 0, {});
}

/** Pauses before a refused request is sent again. Milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** Sends until the API is no longer too busy. Every change carries an idempotency key, so it takes effect once. */
async function send(method: string, path: string, init: RequestInit): Promise<Response> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await sendOnce(method, path, init);
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 429 || error.status === 503))) throw error;
    }
    // Half of each pause is random, so that screens that were refused together do not return together.
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
    init.signal?.throwIfAborted();
  }
  return sendOnce(method, path, init);
}

async function sendOnce(method: string, path: string, init: RequestInit): Promise<Response> {
  const token = await bearer();
  if (token === undefined) onSignedOut();
  const organization = chosenOrganization();
  let reply: Response;
  try {
    reply = await fetch(path, {
      ...init,
      method,
      cache: 'no-store',
      headers: {
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${token ?? ''}`,
        ...(organization === null ? {} : { 'x-org-id': organization }),
      },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, {});
  }
  if (reply.ok || reply.status === 304) return reply;
  if (reply.status === 401) onSignedOut();
  throw new ApiError(reply.status, await reply.json().catch(() => ({})));
}

/** A query with its question mark; empty when it has no parameters. */
export function queryString(query: Query): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
