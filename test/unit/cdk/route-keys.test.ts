import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../../cdk/local/http-api/match-route.ts';
import { routeKeysOf, SUBTREES } from '../../../cdk/route-keys.ts';
import { areas } from '../../../functions/api/index.ts';
import { refuseUnknownRoute as refuseInApi } from '../../../functions/api/meta/refuse-unknown-route.ts';
import { HTTP_METHODS } from '../../../lib/platform/core/http-methods.ts';
import { refuseUnknownRoute } from '../../../lib/platform/http/index.ts';
import { nameRoute } from '../../../lib/platform/http/name-route.ts';
import { httpEvent } from '../../support/http-event.ts';

const routes = routeKeysOf(areas);
const match = matchRoute(routes);
const endpoints = areas.flatMap((area) =>
  area.endpoints.map((endpoint) => ({ ...endpoint, area: area.name })),
);
const namers = new Map(areas.map((area) => [area.name, nameRoute(area.endpoints)]));

/** A path with these values for its parameters, encoded as clients do. */
const filled = (path: string, value: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)));

/** Where API Gateway sends a request, and what the function there makes of its event. */
function arrive(method: string, path: string) {
  const found = match(method, path)!;
  const { route, pathParameters } = found;
  const rawPath = decodeURIComponent(path);
  const event = namers.get(route.area)!({
    ...httpEvent(`${method} ${rawPath}`),
    routeKey: route.routeKey,
    rawPath,
    pathParameters,
  });
  return { route, event, area: areas.find(({ name }) => name === route.area)! };
}

/** The methods that the function at a path names when it refuses this one; undefined for an unknown path. */
function allowedAt(method: string, path: string): unknown {
  const { area, event } = arrive(method, path);
  if (area.endpoints.some(({ routeKey }) => routeKey === event.routeKey)) return 'answered';
  const request = { method, path: event.rawPath };
  return (area.fallback?.(request) ?? refuseUnknownRoute(area.endpoints, request)).details.allowed;
}

describe('47 1.6: the routes of the API', () => {
  it('are few enough for a new account, which may have 300, with room for half as many again', () => {
    expect(routes.length).toBeLessThanOrEqual(190);
    expect(new Set(routes.map(({ routeKey }) => routeKey)).size).toBe(routes.length);
  });

  it.each(endpoints.map((endpoint) => [endpoint.routeKey, endpoint] as const))(
    'lead %s to its own area, with the authorizer exactly where a key is needed',
    (routeKey, { area, method, path, permission }) => {
      // A merchant's identifier may contain anything.
      const value = (name: string) => (/^external_?id/i.test(name) ? 'a/cancel?b' : `${name}_1`);
      const { route, event } = arrive(method, filled(path, value));
      expect(route).toMatchObject({ area, isPublic: permission === null });
      expect(event.routeKey).toBe(routeKey);
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      expect(event.pathParameters ?? {}).toEqual(
        Object.fromEntries(names.map((name) => [name, value(name)])),
      );
    },
  );

  it('refuse every other method of every path with the methods that the whole API has there', () => {
    const wrong = [...new Set(endpoints.map(({ path }) => path))].flatMap((template) =>
      [...HTTP_METHODS, 'HEAD', 'OPTIONS'].flatMap((method) => {
        const path = filled(template, (name) => `${name}_1`);
        const allowed = allowedAt(method, path);
        const expected = refuseInApi({ method, path }).details.allowed;
        const isSame = allowed === 'answered' || JSON.stringify(allowed) === JSON.stringify(expected);
        return isSame ? [] : [{ method, path, allowed, expected }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('let unknown paths fall to a function that says so', () => {
    for (const root of ['', '/v1', ...Object.keys(SUBTREES)])
      for (const path of [`${root}/x/y/z/none`, `${root}/`, `${root}//`])
        for (const method of ['GET', 'POST'])
          expect({ path, allowed: allowedAt(method, path) }).toEqual({ path, allowed: undefined });
  });

  it('need each subtree: without it there would be more of them', () => {
    for (const root of Object.keys(SUBTREES)) {
      const { [root]: _, ...others } = SUBTREES;
      expect({ root, saves: routeKeysOf(areas, others).length > routes.length }).toEqual({
        root,
        saves: true,
      });
    }
  });

  it('never depend on whether a subtree with a literal comes before a whole path with a variable', () => {
    const parts = routes.map(({ routeKey }) => routeKey.split(' ')[1]?.split('/') ?? []);
    const greedy = parts.filter((path) => path.at(-1) === '{proxy+}').map((path) => path.slice(0, -1));
    const whole = parts.filter((path) => path.at(-1) !== '{proxy+}');
    const isVariable = (segment: string | undefined) => segment?.startsWith('{') === true;
    const doubtful = greedy.flatMap((root) =>
      whole.filter(
        (path) =>
          path.length > root.length &&
          root.every((segment, index) => segment === path[index] || isVariable(path[index])) &&
          root.some((_, index) => isVariable(path[index])),
      ),
    );
    expect(doubtful).toEqual([]);
  });
});
