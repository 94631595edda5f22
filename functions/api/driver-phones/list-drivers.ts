import * as z from 'zod';
import { listAppDrivers, MAX_LISTED_PHONES } from '../../../lib/fleet/driver-app/index.ts';
import { isOnBreak } from '../../../lib/fleet/fleet/index.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import { phoneExample, phoneReply, shiftExample, shiftReply } from './phone-schemas.ts';

/** GET /v1/driver-phones/drivers */
export const listDriversInApp = phoneEndpoint({
  name: 'listDriversInApp',
  method: 'GET',
  path: '/v1/driver-phones/drivers',
  area: "Driver's app",
  summary: 'List the drivers in the app',
  description:
    `Drivers who are signed in on a phone or on shift: those on shift first, then by their last contact. Of the ${MAX_LISTED_PHONES} phones that were ` +
    'signed in last.',
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  reply: z.object({
    drivers: z.array(
      z
        .object({
          courierId: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          phoneNumber: z.string(),
          shift: shiftReply,
          phones: z.array(phoneReply).meta({ description: 'With the latest contact first.' }),
        })
        .meta({ id: 'DriverInApp' }),
    ),
  }),
  replyExample: {
    drivers: [
      {
        courierId: phoneExample.courierId,
        firstName: 'Ana',
        lastName: 'Ruiz',
        phoneNumber: '+14155550123',
        shift: shiftExample,
        phones: [phoneExample],
      },
    ],
  },
  refusals: [],
  async handle({ ctx }) {
    const drivers = await listAppDrivers(ctx, editorOf(ctx));
    return {
      drivers: drivers.map(({ driver, phones, shift }) => ({
        courierId: driver.id,
        firstName: driver.firstName,
        lastName: driver.lastName,
        phoneNumber: driver.phoneNumber,
        shift: shift?.startedAt
          ? { id: shift.id, startedAt: shift.startedAt, isOnBreak: isOnBreak(shift) }
          : null,
        phones: [...phones],
      })),
    };
  },
});
