import * as z from 'zod';
import { fleetNotFound, invalidFleetInput, MAX_SHIFTS, saveShifts } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import {
  renderShift,
  shiftBodyExample,
  shiftExample,
  shiftFields,
  shiftInput,
  shiftReply,
} from './shift-schemas.ts';

export const upsertShifts = fleetEndpoint({
  name: 'upsertShifts',
  method: 'POST',
  path: '/v1/shifts/upsert',
  area: 'Fleet',
  summary: 'Create or update several shifts',
  description:
    'Shifts with an `id` are changed and the others created: all of them or none. `version` of a row, or `If-Match` ' +
    'for all of them, refuses the change if others have changed the shift since. The reply is a bare array in the order of the request.',
  permission: 'WRITE_FLEET',
  forLimited: 'narrowed',
  takesIfMatch: true,
  body: z.object({
    shifts: z
      .array(shiftInput)
      .min(1)
      .max(MAX_SHIFTS)
      .meta({ description: 'The shifts to create or update.' }),
  }),
  reply: z.array(shiftReply),
  bodyExample: { shifts: [shiftBodyExample] },
  replyExample: [shiftExample],
  refusals: [invalidFleetInput, fleetNotFound, contentionOver('shift')],
  async handle({ input: { body }, ctx }) {
    const shifts = await saveShifts(ctx, editorOf(ctx), body.shifts.map(shiftFields), {
      expectedVersion: ctx.expectedVersion,
    });
    return isRefusal(shifts) ? shifts : shifts.map(renderShift);
  },
});
