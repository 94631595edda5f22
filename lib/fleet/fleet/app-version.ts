import * as z from 'zod';
import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { defineEvent } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Partition, type Stored, save } from '../../platform/table/index.ts';
import { invalidFleetInput } from './refusals.ts';
import type { FleetEditor } from './upsert-driver-group.ts';

/** Platforms of the driver application. */
export const APP_PLATFORMS = Object.freeze(['ios', 'android'] as const);
type AppPlatform = (typeof APP_PLATFORMS)[number];

/** A version as stores number it: up to four numbers with dots between. */
export const APP_VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;

const releaseSchema = z.object({
  organizationId: z.string(),
  platform: z.enum(APP_PLATFORMS),
  minimumVersion: z.string(),
  latestVersion: z.string(),
  updatedAt: z.string(),
});

/** The versions of the driver application that an organization's drivers may use. */
export type AppRelease = z.infer<typeof releaseSchema>;

function releasePartition(of: { organizationId: string; platform: string }): Partition {
  return { organizationId: of.organizationId, type: 'app-release', id: of.platform };
}

export const appReleaseEntity = defineEntity<AppRelease, Pick<AppRelease, 'organizationId' | 'platform'>>({
  name: 'appRelease',
  schema: releaseSchema,
  partition: releasePartition,
  sort: () => ({ kind: 'state', parts: [] }),
});

const appReleaseChanged = defineEvent({
  name: 'app_release.updated',
  schema: z.object({
    platform: z.string(),
    minimumVersion: z.string(),
    latestVersion: z.string(),
  }),
  summary: 'The minimum or the latest version of the driver application changed.',
});

/** Reply to a driver application that reports its version (specification 9.4). */
export interface AppVersionAdvice {
  readonly release: Stored<AppRelease> | undefined;
  readonly isUpdateRequired: boolean;
  readonly isUpdateRecommended: boolean;
}

/** Whether a version is too old, and whether there is a newer one. */
export async function adviseAppVersion(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  app: { readonly platform: AppPlatform; readonly version: string },
): Promise<AppVersionAdvice> {
  const release = await table.get(appReleaseEntity, { organizationId, platform: app.platform });
  return {
    release,
    isUpdateRequired: !!release && compareVersions(app.version, release.value.minimumVersion) < 0,
    isUpdateRecommended: !!release && compareVersions(app.version, release.value.latestVersion) < 0,
  };
}

/** Sets the minimum and the latest version of a platform. */
export async function setAppVersion(
  { table, clock }: CoreDeps,
  editor: FleetEditor,
  release: Pick<AppRelease, 'platform' | 'minimumVersion' | 'latestVersion'>,
  expectedVersion?: number,
): Promise<Stored<AppRelease> | Refusal> {
  if (compareVersions(release.minimumVersion, release.latestVersion) > 0) {
    return invalidFleetInput(
      `minimumVersion is ${release.minimumVersion}, which is above latestVersion ${release.latestVersion}. Lower the one or raise the other.`,
      { fields: { minimumVersion: `Above ${release.latestVersion}.` } },
    );
  }
  const { organizationId, origin } = editor;
  return commit({ clock }, { what: 'app version' }, async () => {
    const stored = await table.get(appReleaseEntity, { organizationId, platform: release.platform });
    const refused = refuseOtherVersion(expectedVersion, stored ?? { version: 0 });
    if (refused) return refused;
    const next = { organizationId, ...release, updatedAt: toInstant(clock.now()) };
    const version = (stored?.version ?? 0) + 1;
    const outcome = await table.write([
      save(appReleaseEntity, stored, next),
      appReleaseChanged.record({
        aggregate: releasePartition(next),
        cause: `v${version}`,
        occurredAt: next.updatedAt,
        data: release,
      }),
      auditedChange(origin, {
        entityType: 'app-release',
        entityId: release.platform,
        action: stored ? 'updated' : 'created',
        at: next.updatedAt,
        before: stored?.value ?? null,
        after: next,
      }),
    ]);
    return outcome.ok ? { value: next, version } : undefined;
  });
}

/** Below 0 when `a` is the earlier version, above 0 when it is the later one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const places = Math.max(left.length, right.length);
  for (let place = 0; place < places; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
