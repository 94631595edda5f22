import type { HttpRequestOptions } from './http-event.ts';

/** A reply with its JSON read. */
export interface ApiReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Untyped, as JSON.parse returns it: a test's expectations show which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** The request. `key` becomes the bearer token; without it there is no Authorization header. */
export type ApiRequest = Pick<HttpRequestOptions, 'params' | 'query' | 'headers' | 'body'> & {
  readonly key?: string;
};

/** Calls an endpoint by its route key, `GET /v1/order/{id}`: in process, or over HTTP. */
export type CallApi = (routeKey: string, request?: ApiRequest) => Promise<ApiReply>;

/** The headers of a request, the key among them. */
export function headersOf({ key, headers = {} }: ApiRequest): Record<string, string> {
  return key === undefined ? { ...headers } : { authorization: `Bearer ${key}`, ...headers };
}

/** Calls a running service at `baseUrl`. */
export function httpApi(baseUrl: string): CallApi {
  return async (routeKey, request = {}) => {
    const [method = 'GET', template = '/'] = routeKey.split(' ');
    const { params = {}, query, body } = request;
    const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const url = new URL(path, baseUrl);
    url.search = new URLSearchParams(query).toString();
    const reply = await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headersOf(request),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const headers = Object.fromEntries(reply.headers);
    return { status: reply.status, headers, json: readJson(text, headers['content-type']) };
  };
}

/** The JSON of a reply, or its text when it is not JSON. */
export function readJson(text: string, contentType = ''): ReturnType<typeof JSON.parse> {
  return contentType.startsWith('application/json') ? JSON.parse(text) : text;
}
