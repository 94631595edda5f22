import * as z from 'zod';
import { driverDisabled, PHONE_PLATFORMS, readWork } from '../../../lib/fleet/driver-app/index.ts';
import { APP_VERSION } from '../../../lib/fleet/fleet/index.ts';
import { assignmentNotFound } from '../../../lib/fleet/own-fleet/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { phoneOf } from '../../compose/phone-of.ts';
import { defineDocumentEndpoint } from '../documents/deps.ts';
import { renderWork, workExample, workReply } from './work-schema.ts';

/** GET /v1/driver/work */
export const getDriverWork = defineDocumentEndpoint({
  name: 'getDriverWork',
  method: 'GET',
  path: '/v1/driver/work',
  area: "Driver's app",
  summary: "Get the driver's work",
  description:
    'Offers, accepted packages, dispatched routes and shifts of the driver who is signed in on the phone, and nothing of anybody else. ' +
    'Work that has ended is no longer listed, but the stops and packages of a route are until the route ends.',
  permission: 'DRIVE',
  forLimited: 'refused',
  isNoTool: true,
  query: z
    .object({
      platform: z.enum(PHONE_PLATFORMS).optional().meta({ description: 'Kind of phone.' }),
      version: z
        .string()
        .max(40)
        .regex(APP_VERSION, 'is not a version such as 1.4.0')
        .optional()
        .meta({ description: 'Version of the app, for `app` of the reply. Needs `platform`.' }),
    })
    .refine(({ platform, version }) => (platform === undefined) === (version === undefined), {
      path: ['version'],
      error: 'belongs to `platform`. Send both or neither',
    }),
  reply: workReply,
  replyExample: workExample,
  refusals: [driverDisabled, assignmentNotFound],
  async handle({ input: { query }, ctx }) {
    const { platform, version } = query;
    const asking = platform && version ? { platform, version } : undefined;
    const preferences = await preferencesOf(ctx);
    const { driverCallNumber: callNumber } = preferences;
    const work = await readWork(ctx, phoneOf(ctx), { asking, callNumber });
    return isRefusal(work) ? work : renderWork(work, preferences);
  },
});
