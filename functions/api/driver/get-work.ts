import { driverDisabled, readWork } from '../../../lib/fleet/driver-app/index.ts';
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
  reply: workReply,
  replyExample: workExample,
  refusals: [driverDisabled, assignmentNotFound],
  async handle({ ctx }) {
    const work = await readWork(ctx, phoneOf(ctx));
    return isRefusal(work) ? work : renderWork(work, await preferencesOf(ctx));
  },
});
