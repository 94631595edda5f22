import { driverArea } from '../../functions/api/driver/index.ts';
import { worker as followRoutes } from '../../functions/workers/follow-routes.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { defaultPreferences, type Preferences } from '../../lib/platform/organization/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, httpEvent } from './http-event.ts';
import { memoryBucket } from './memory-bucket.ts';
import { type OwnFleetWorld, startOwnFleet } from './own-fleet-world.ts';
import type { TestTable } from './test-table.ts';

/** A reply to a phone. */
interface PhoneReply {
  readonly status: number;
  /** Untyped, as JSON.parse returns it: a test's expectations show which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** An organization with an own fleet whose drivers have phones. */
export interface DriverWorld extends OwnFleetWorld {
  readonly bucket: ReturnType<typeof memoryBucket>;
  /** Calls an operation of the driver's app as the phone of this driver. */
  onPhone(
    courierId: string,
    routeKey: string,
    request?: {
      readonly params?: Record<string, string>;
      readonly query?: Record<string, string>;
      readonly body?: unknown;
    },
  ): Promise<PhoneReply>;
  /** Preferences of the organization; those that are not here have their defaults. */
  preferences: Partial<Preferences>;
  /** Sends reports and returns their results. */
  report(
    courierId: string,
    ...reports: readonly object[]
  ): Promise<readonly { outcome: string; refusal: unknown }[]>;
}

/** Starts it. `settings` are those of the own fleet. */
export async function startDriverWorld(
  settings: object = {},
  startTable?: () => Promise<TestTable>,
  more: Pick<Parameters<typeof startOwnFleet>[2] & {}, 'workers' | 'extra'> = {},
): Promise<DriverWorld> {
  const world = await startOwnFleet([], settings, {
    ...more,
    workers: [followRoutes, ...(more.workers ?? [])],
    ...(startTable ? { startTable } : {}),
  });
  const bucket = memoryBucket();
  const handler = serveArea(driverArea, () => ({ ...world.db.deps, bucket }));
  const onPhone: DriverWorld['onPhone'] = async (courierId, routeKey, request = {}) => {
    const grant = anyGrant({
      actor: { type: 'driver', id: `phn_${courierId}`, name: 'Kim Lee' },
      permissions: ['DRIVE'],
      principal: { type: 'driver', courierId },
      preferences: {
        organizationId: 'org_test',
        values: { ...defaultPreferences(), ...driverWorld.preferences },
      },
    });
    const { statusCode, body, headers } = await handler(
      httpEvent(routeKey, { verdict: { grant }, ...request }),
    );
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  const driverWorld: DriverWorld = {
    ...world,
    bucket,
    preferences: {},
    onPhone,
    async report(courierId, ...reports) {
      const { status, json } = await onPhone(courierId, 'POST /v1/driver/reports', { body: { reports } });
      if (status !== 200) throw new Error(JSON.stringify(json));
      return json.results;
    },
  };
  return driverWorld;
}
