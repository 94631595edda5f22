import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleArea } from '../../../../../functions/api/console/index.ts';
import { trackingArea } from '../../../../../functions/api/tracking/index.ts';
import { publicTrackingUrl } from '../../../../../lib/ordering/orders/index.ts';
import { portalUrl } from '../../../../../lib/platform/core/links.ts';

const SCREENS = readFileSync(
  new URL('../../../../../functions/console/screen-list.ts', import.meta.url),
  'utf8',
);

test.each(['orders', 'jobs', 'routes'] as const)(
  'portalUrl of %s leads to a screen of the console',
  (kind) => {
    const { pathname, hash } = new URL(portalUrl(kind, 'abc'));
    expect(consoleArea.endpoints.map(({ routeKey }) => routeKey)).toContain(`GET ${pathname}`);
    expect(SCREENS).toContain(`path: '${hash.replace('#', '').replace('abc', ':id')}'`);
  },
);

test('publicTrackingUrl leads to the tracking page, and is null for what has none', () => {
  const of = { organizationId: 'org_a', kind: 'order', id: 'ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8' } as const;
  const { pathname } = new URL(publicTrackingUrl(of, 'k'.repeat(22)) ?? '');
  expect(pathname).toMatch(/^\/track\/[^/]+$/);
  expect(trackingArea.endpoints.map(({ routeKey }) => routeKey)).toContain('GET /track/{token}');
  expect(publicTrackingUrl(of, undefined)).toBeNull();
});
