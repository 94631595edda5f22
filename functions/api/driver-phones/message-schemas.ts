import * as z from 'zod';
import { MESSAGE_SIDES } from '../../../lib/fleet/driver-app/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

/** A message between a driver and the dispatchers, in replies. */
export const driverMessageReply = z
  .object({
    id: z.string(),
    from: z.enum(MESSAGE_SIDES),
    author: z.string().meta({ description: 'Name of the person who wrote it.' }),
    text: z.string(),
    deliveryId: z.string().nullable().meta({ description: 'Delivery of the package that it is about.' }),
    at: instantReply,
  })
  .meta({ id: 'DriverMessage' });

/** A message of the documentation. */
export const driverMessageExample: z.infer<typeof driverMessageReply> = {
  id: 'msg_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  from: 'dispatcher',
  author: 'Lee Park',
  text: 'The bridge is closed. Take the tunnel.',
  deliveryId: null,
  at: '2026-03-05T17:18:00.000Z',
};
