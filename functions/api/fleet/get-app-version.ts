import * as z from 'zod';
import { adviseAppVersion } from '../../../lib/fleet/fleet/index.ts';
import { appVersion, platform } from './app-version-schemas.ts';
import { fleetEndpoint } from './deps.ts';

export const getAppVersion = fleetEndpoint({
  name: 'getAppVersion',
  method: 'GET',
  path: '/v1/fleet/app-version',
  area: 'Fleet',
  summary: 'Check whether the driver application is up to date',
  description:
    'The application asks when it is opened or comes to the foreground, at most every four hours. Versions are `null` ' +
    'until they are set.',
  permission: 'READ_FLEET',
  forLimited: 'shared',
  query: z.object({
    platform,
    version: appVersion.meta({ description: 'Version of the application.' }),
  }),
  reply: z.object({
    platform: z.string(),
    version: z.string(),
    minimumVersion: z.string().nullable(),
    latestVersion: z.string().nullable(),
    updateRequired: z.boolean().meta({ description: 'Whether the version is below the minimum.' }),
    updateRecommended: z.boolean().meta({ description: 'Whether a newer version exists.' }),
  }),
  replyExample: {
    platform: 'ios',
    version: '4.11.0',
    minimumVersion: '4.0.0',
    latestVersion: '4.12.0',
    updateRequired: false,
    updateRecommended: true,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { release, ...advice } = await adviseAppVersion(ctx, ctx.organizationId, query);
    return {
      platform: query.platform,
      version: query.version,
      minimumVersion: release?.value.minimumVersion ?? null,
      latestVersion: release?.value.latestVersion ?? null,
      updateRequired: advice.isUpdateRequired,
      updateRecommended: advice.isUpdateRecommended,
    };
  },
});
