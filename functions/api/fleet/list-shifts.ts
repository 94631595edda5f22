import * as z from 'zod';
import { invalidFleetInput, listShifts as list } from '../../../lib/fleet/fleet/index.ts';
import { instant, limitParameter, offsetParameter } from '../../../lib/platform/http/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { renderShift, shiftExample, shiftReply } from './shift-schemas.ts';

/** Maximum range of a list of shifts, in days. */
const LONGEST_RANGE_DAYS = 93;

export const listShifts = fleetEndpoint({
  name: 'listShifts',
  method: 'GET',
  path: '/v1/shifts',
  area: 'Fleet',
  summary: 'List shifts',
  description: `Shifts that overlap the range, earliest first, as a bare array. The range is at most ${LONGEST_RANGE_DAYS} days long.`,
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  query: z.object({
    startTime: instant,
    endTime: instant,
    storeLocationId: z.string().optional().meta({ description: 'Only shifts at this store location.' }),
    externalStoreLocationId: z
      .string()
      .optional()
      .meta({ description: 'Only shifts at the store location with this external id.' }),
    limit: limitParameter({ fallback: 1_000, max: 2_000 }),
    offset: offsetParameter,
  }),
  reply: z.array(shiftReply),
  replyExample: [shiftExample],
  refusals: [invalidFleetInput],
  async handle({ input: { query }, ctx }) {
    const { startTime, endTime, limit, offset } = query;
    const lengthMs = Date.parse(endTime) - Date.parse(startTime);
    if (lengthMs < 0 || lengthMs > LONGEST_RANGE_DAYS * 86_400_000) {
      return invalidFleetInput(
        `endTime is ${endTime}, which is not within ${LONGEST_RANGE_DAYS} days after startTime ${startTime}. Send a shorter range.`,
        { fields: { endTime: `At most ${LONGEST_RANGE_DAYS} days after startTime.` } },
      );
    }
    const { storeLocationId, externalStoreLocationId: externalId } = query;
    const store =
      storeLocationId === undefined && externalId === undefined
        ? undefined
        : await ctx.places.storeId(ctx.organizationId, { id: storeLocationId, externalId });
    if ((storeLocationId !== undefined || externalId !== undefined) && !store) return [];
    const shifts = await list(ctx.table, editorOf(ctx), { startTime, endTime, storeLocationId: store?.id });
    return shifts.slice(offset, offset + limit).map(renderShift);
  },
});
