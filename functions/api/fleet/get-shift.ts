import * as z from 'zod';
import { findShifts, fleetNotFound } from '../../../lib/fleet/fleet/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { renderShift, shiftExample, shiftReply } from './shift-schemas.ts';

export const getShift = fleetEndpoint({
  name: 'getShift',
  method: 'GET',
  path: '/v1/shift/{id}',
  area: 'Fleet',
  summary: 'Get a shift',
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  params: z.object({ id: z.string().meta({ description: 'Id of the shift, `shf_...`.' }) }),
  reply: shiftReply,
  replyExample: shiftExample,
  refusals: [fleetNotFound],
  async handle({ input: { path }, ctx }) {
    const [shift] = await findShifts(ctx.table, editorOf(ctx), [path.id]);
    return shift
      ? renderShift(shift)
      : fleetNotFound(`There is no shift "${path.id}". GET /v1/shifts lists them.`, { id: path.id });
  },
});
