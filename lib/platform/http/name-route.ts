import type { Endpoint } from './define-endpoint.ts';
import type { HttpEvent } from './http-event.ts';

/** Values of the path's parameters, by name. */
type Parameters = Readonly<Record<string, string>>;

/**
 * Creates the function that names the endpoint of a request. API Gateway's route may stand for several methods, `ANY
 * /v1/zones`, or for a whole subtree, `ANY /v1/zones/{proxy+}`: the event then gets the endpoint's own route key and
 * path parameters. An event without an endpoint stays as it is.
 */
export function nameRoute(endpoints: readonly Pick<Endpoint, 'routeKey' | 'method' | 'path'>[]) {
  const keys = new Set(endpoints.map(({ routeKey }) => routeKey));
  const byTemplate = endpoints
    .map(({ routeKey, method, path }) => ({
      routeKey,
      method,
      segments: segmentsOf(path),
      order: orderOf(path),
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1));
  return (event: HttpEvent): HttpEvent => {
    const { routeKey, rawPath, requestContext } = event;
    if (keys.has(routeKey)) return event;
    const { method } = requestContext.http;
    // A path with parameters that API Gateway has read: it alone sees an encoded slash within a value.
    const own = routeKey.replace(/^ANY /, `${method} `);
    if (keys.has(own)) return { ...event, routeKey: own };
    const parts = segmentsOf(rawPath);
    for (const endpoint of byTemplate) {
      const pathParameters = endpoint.method === method ? valuesOf(endpoint.segments, parts) : undefined;
      if (pathParameters) return { ...event, routeKey: endpoint.routeKey, pathParameters };
    }
    return event;
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

/** Sorts a literal segment before a variable, as API Gateway prefers them. */
function orderOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => (isVariable(segment) ? '1' : '0'))
    .join('');
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}

function valuesOf(segments: readonly string[], parts: readonly string[]): Parameters | undefined {
  if (segments.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (isVariable(segment) && part !== '') values[segment.slice(1, -1)] = part;
    else if (segment !== part) return undefined;
  }
  return values;
}
