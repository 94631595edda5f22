import type { Work } from './work.ts';

/** A reply of the service, or none. */
export type Answer<Reply> =
  | { readonly is: 'ok'; readonly reply: Reply }
  /** It will never succeed as it is. */
  | { readonly is: 'refused'; readonly code: string; readonly message: string }
  /** The phone is no longer signed in. */
  | { readonly is: 'signedOut' }
  /** No network, or the service is busy: the same request may succeed later. */
  | { readonly is: 'unreachable' };

export interface ReportResult {
  readonly key: string;
  readonly outcome: 'done' | 'refused' | 'later';
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

export interface SignInReply {
  readonly token: string;
  readonly driver: { readonly id: string; readonly firstName: string };
  readonly organization: { readonly name: string };
}

export interface Announced {
  readonly id: string;
  readonly upload: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly expiresAt: string;
  };
}

/** Kinds of phones, as the API knows them. */
export type Platform = 'ios' | 'android' | 'other';

/** The app that asks for the work. */
export interface AskingApp {
  readonly platform: Platform;
  readonly version: string;
}

/** The operations of the service that the app uses. */
export interface Server {
  signIn(code: string, device: object): Promise<Answer<SignInReply>>;
  renew(token: string): Promise<Answer<unknown>>;
  work(token: string, app: AskingApp): Promise<Answer<Work>>;
  report(token: string, body: object): Promise<Answer<{ readonly results: readonly ReportResult[] }>>;
  announce(token: string, file: object): Promise<Answer<Announced>>;
  upload(announced: Announced['upload'], bytes: ArrayBuffer): Promise<Answer<unknown>>;
  complete(token: string, documentId: string): Promise<Answer<unknown>>;
  pushKey(token: string): Promise<Answer<{ readonly publicKey: string }>>;
  setPush(token: string, subscription: object | null): Promise<Answer<unknown>>;
}

/** Longest time of a request; a phone with one bar of signal is without a network. Milliseconds. */
const PATIENCE_MS = 25_000;

/** The service at this address. */
export function serverAt(origin: string, send: typeof fetch = fetch): Server {
  const call = async <Reply>(
    method: string,
    path: string,
    token: string | null,
    body?: object,
  ): Promise<Answer<Reply>> =>
    answered(() =>
      send(origin + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
  return {
    signIn: (code, device) => call('POST', '/v1/driver-phones/sign-in', null, { code, device }),
    renew: (token) => call('POST', '/v1/driver-phones/renew', token),
    work: (token, app) => call('GET', `/v1/driver/work?${new URLSearchParams({ ...app })}`, token),
    report: (token, body) => call('POST', '/v1/driver/reports', token, body),
    announce: (token, file) => call('POST', '/v1/driver/documents', token, file),
    complete: (token, id) => call('POST', `/v1/driver/documents/${encodeURIComponent(id)}/complete`, token),
    pushKey: (token) => call('GET', '/v1/driver-phones/push', token),
    setPush: (token, subscription) => call('PUT', '/v1/driver-phones/push', token, { subscription }),
    upload: ({ url, headers }, bytes) =>
      answered(() =>
        send(url, {
          method: 'PUT',
          // The browser counts the bytes itself.
          headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length')),
          body: bytes,
          signal: AbortSignal.timeout(4 * PATIENCE_MS),
        }),
      ),
  };
}

async function answered<Reply>(send: () => Promise<Response>): Promise<Answer<Reply>> {
  try {
    const response = await send();
    if (response.ok) {
      const text = await response.text();
      return { is: 'ok', reply: (text.startsWith('{') ? JSON.parse(text) : undefined) as Reply };
    }
    if (response.status === 401) return { is: 'signedOut' };
    if (response.status === 429 || response.status === 408 || response.status >= 500) {
      return { is: 'unreachable' };
    }
    const { error } = (await response.json().catch(() => ({}))) as {
      readonly error?: { readonly code?: string; readonly message?: string };
    };
    return {
      is: 'refused',
      code: error?.code ?? String(response.status),
      message: error?.message ?? response.statusText,
    };
  } catch {
    return { is: 'unreachable' };
  }
}
