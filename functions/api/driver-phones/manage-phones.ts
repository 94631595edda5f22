import * as z from 'zod';
import { listPhones, phoneNotFound, renewPhone, revokePhone } from '../../../lib/fleet/driver-app/index.ts';
import { fleetNotFound, isOnBreak } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { phoneOf } from '../../compose/phone-of.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import {
  courierId,
  phoneExample,
  phoneReply,
  renderPhone,
  shiftExample,
  shiftReply,
} from './phone-schemas.ts';

const area = "Driver's app";

/** GET /v1/driver-phones */
export const listDriverPhones = phoneEndpoint({
  name: 'listDriverPhones',
  method: 'GET',
  path: '/v1/driver-phones',
  area,
  summary: 'List the phones of a driver',
  description:
    'The phone that signed in last comes first. Phones that were signed out are listed for 30 days.',
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  query: z.object({ courierId }),
  reply: z.object({
    phones: z.array(phoneReply),
    shift: shiftReply,
  }),
  replyExample: {
    phones: [phoneExample],
    shift: shiftExample,
  },
  refusals: [fleetNotFound],
  async handle({ input: { query }, ctx }) {
    const found = await listPhones(ctx, editorOf(ctx), query.courierId);
    if (isRefusal(found)) return found;
    const { phones, shift } = found;
    return {
      phones: phones.map(renderPhone),
      shift: shift?.startedAt
        ? { id: shift.id, startedAt: shift.startedAt, isOnBreak: isOnBreak(shift) }
        : null,
    };
  },
});

/** DELETE /v1/driver-phones/{id} */
export const revokeDriverPhone = phoneEndpoint({
  name: 'revokeDriverPhone',
  method: 'DELETE',
  path: '/v1/driver-phones/{id}',
  area,
  summary: "Sign a driver's phone out",
  description:
    'Its next request is refused. The driver needs a new invitation. Repeating it changes nothing.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  params: z.object({ id: shortText(64).meta({ description: 'Id of the phone, `phn_...`.' }) }),
  reply: phoneReply,
  replyExample: { ...phoneExample, revokedAt: '2026-03-05T10:00:00.000Z' },
  refusals: [phoneNotFound, contentionOver('driver phone')],
  async handle({ input: { path }, ctx }) {
    const phone = await revokePhone(ctx, editorOf(ctx), path.id);
    return isRefusal(phone) ? phone : renderPhone(phone);
  },
});

/** POST /v1/driver-phones/renew */
export const renewDriverPhone = phoneEndpoint({
  name: 'renewDriverPhone',
  method: 'POST',
  path: '/v1/driver-phones/renew',
  area,
  summary: 'Keep a phone signed in',
  description: 'The phone stays signed in for another 30 days. Its token stays the same.',
  permission: 'DRIVE',
  forLimited: 'refused',
  isNoTool: true,
  reply: phoneReply,
  replyExample: phoneExample,
  refusals: [phoneNotFound, contentionOver('driver phone')],
  async handle({ ctx }) {
    const phone = await renewPhone(ctx, phoneOf(ctx));
    return isRefusal(phone) ? phone : renderPhone(phone);
  },
});
