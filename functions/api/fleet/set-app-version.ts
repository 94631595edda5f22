import * as z from 'zod';
import { invalidFleetInput, setAppVersion as set } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { appVersion, platform } from './app-version-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';

export const setAppVersion = fleetEndpoint({
  name: 'setAppVersion',
  method: 'PUT',
  path: '/v1/fleet/app-version',
  area: 'Fleet',
  summary: 'Set the versions of the driver application',
  description: 'Only for callers who may change the organization.',
  permission: 'WRITE_ORGANIZATION',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({
    platform,
    minimumVersion: appVersion.meta({ description: 'Oldest version that is still allowed.' }),
    latestVersion: appVersion.meta({ description: 'Newest version in the store.' }),
  }),
  reply: z.object({
    platform: z.string(),
    minimumVersion: z.string(),
    latestVersion: z.string(),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    updatedAt: instantReply,
  }),
  bodyExample: { platform: 'ios', minimumVersion: '4.0.0', latestVersion: '4.12.0' },
  replyExample: {
    platform: 'ios',
    minimumVersion: '4.0.0',
    latestVersion: '4.12.0',
    version: 1,
    updatedAt: '2026-03-05T01:11:51.000Z',
  },
  refusals: [invalidFleetInput, contentionOver('app version')],
  async handle({ input: { body }, ctx }) {
    const release = await set(ctx, editorOf(ctx), body, ctx.expectedVersion);
    if (isRefusal(release)) return release;
    const { organizationId: _, ...value } = release.value;
    return { ...value, version: release.version };
  },
});
