/** A route of the HTTP API, by its key: `GET /v1/order/{id}`, `ANY /x/{proxy+}` or `$default`. */
export interface RoutePattern {
  readonly routeKey: string;
}

/** The route that a request goes to. */
export interface RouteMatch<Route> {
  readonly route: Route;
  /** Decoded values of the path's variables; undefined when the route has none. */
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
}

interface Compiled<Route> {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

const SPECIFICITY: Readonly<Record<Segment['kind'], number>> = { text: 0, variable: 1, rest: 2 };

/**
 * Creates the function that finds the route of a request, as API Gateway does: routes of the whole path before those with
 * `{proxy+}`, of either kind a literal segment before a variable, the method before ANY, and `$default` when nothing
 * else matches. `path` is still encoded.
 */
export function matchRoute<Route extends RoutePattern>(
  routes: readonly Route[],
): (method: string, path: string) => RouteMatch<Route> | undefined {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const compiled = routes
    .filter((route) => route !== fallback)
    .map(compile)
    .sort(bySpecificity);
  return (method, path) => {
    const parts = path.split('/').slice(1).map(decode);
    for (const { route, method: wanted, segments } of compiled) {
      if (wanted !== 'ANY' && wanted !== method) continue;
      const pathParameters = capture(segments, parts);
      if (pathParameters === undefined) continue;
      return { route, pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : undefined };
    }
    return fallback === undefined ? undefined : { route: fallback, pathParameters: undefined };
  };
}

/** Percent-decodes a path or query text; invalid encoding stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function compile<Route extends RoutePattern>(route: Route): Compiled<Route> {
  const [method = '', path = ''] = route.routeKey.split(' ');
  const segments = path
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const name = /^\{(.+?)(\+)?\}$/.exec(text);
      if (name === null) return { kind: 'text', text: decode(text) };
      return { kind: name[2] === undefined ? 'variable' : 'rest', name: name[1]! };
    });
  return { route, method, segments };
}

function bySpecificity(one: Compiled<unknown>, other: Compiled<unknown>): number {
  const greedy = Number(isGreedy(one)) - Number(isGreedy(other));
  if (greedy !== 0) return greedy;
  const length = Math.max(one.segments.length, other.segments.length);
  for (let index = 0; index < length; index += 1) {
    const left = one.segments[index];
    const right = other.segments[index];
    const difference =
      (left === undefined ? 0 : SPECIFICITY[left.kind]) - (right === undefined ? 0 : SPECIFICITY[right.kind]);
    if (difference !== 0) return difference;
  }
  return Number(one.method === 'ANY') - Number(other.method === 'ANY');
}

function isGreedy({ segments }: Compiled<unknown>): boolean {
  return segments.at(-1)?.kind === 'rest';
}

function capture(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (segment.kind === 'rest') {
      const rest = parts.slice(index).join('/');
      if (rest === '') return undefined;
      return { ...found, [segment.name]: rest };
    }
    if (part === undefined) return undefined;
    if (segment.kind === 'text' && segment.text !== part) return undefined;
    if (segment.kind === 'variable') {
      if (part === '') return undefined;
      found[segment.name] = part;
    }
  }
  return parts.length === segments.length ? found : undefined;
}
