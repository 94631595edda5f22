import { fleetNotFound, invalidFleetInput, saveShifts } from '../../../lib/fleet/fleet/index.ts';
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

export const createShift = fleetEndpoint({
  name: 'createShift',
  method: 'POST',
  path: '/v1/shift',
  area: 'Fleet',
  summary: 'Create a shift',
  description: 'With an `id`, changes that shift.',
  permission: 'WRITE_FLEET',
  forLimited: 'narrowed',
  takesIfMatch: true,
  body: shiftInput,
  reply: shiftReply,
  bodyExample: shiftBodyExample,
  replyExample: shiftExample,
  refusals: [invalidFleetInput, fleetNotFound, contentionOver('shift')],
  async handle({ input: { body }, ctx }) {
    const shifts = await saveShifts(ctx, editorOf(ctx), [shiftFields(body)], {
      expectedVersion: ctx.expectedVersion,
    });
    if (isRefusal(shifts)) return shifts;
    const [shift] = shifts.map(renderShift);
    if (!shift) throw new Error('The shift was saved but cannot be found.');
    return shift;
  },
});
