import * as z from 'zod';
import { type DriverPhone, PHONE_PLATFORMS } from '../../../lib/fleet/driver-app/index.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';

/** Names a driver. */
export const courierId = shortText(255).meta({ description: 'Id or external identifier of the driver.' });

/** A driver's phone in replies. */
export const phoneReply = z
  .object({
    id: z.string(),
    courierId: z.string(),
    name: z.string().meta({ description: 'As the phone names itself.' }),
    platform: z.enum(PHONE_PLATFORMS),
    appVersion: z.string().nullable(),
    language: z.string().nullable().meta({ description: 'Language of the phone, as `es-MX`.' }),
    signedInAt: instantReply,
    lastContactAt: instantReply,
    batteryLevel: z.number().nullable().meta({ description: '0 to 1; null when the phone does not say.' }),
    unsentReports: z.int().nullable().meta({
      description: 'Reports that the phone had not sent at its last contact.',
    }),
    expiresAt: instantReply.meta({
      description: 'Until then the phone is signed in; each day with contact puts it off.',
    }),
    getsPush: z.boolean().meta({ description: 'Whether it hears of new work while the app is closed.' }),
    revokedAt: instantReply.nullable().meta({ description: 'When the phone was signed out.' }),
  })
  .meta({ id: 'DriverPhone' });

/** The shift that a driver works, in replies. */
export const shiftReply = z
  .object({ id: z.string(), startedAt: instantReply, isOnBreak: z.boolean() })
  .nullable()
  .meta({ description: 'The shift that the driver has started in the app; null = none.' });

/** A phone without the hash of its secret. */
export function renderPhone(phone: DriverPhone): z.infer<typeof phoneReply> {
  return phoneReply.parse({ ...phone, getsPush: phone.push !== null });
}

/** A shift of the documentation. */
export const shiftExample = {
  id: 'shf_01JD8Z6Q4T9V2N5X7C3B1M0K8M',
  startedAt: '2026-03-05T15:02:00.000Z',
  isOnBreak: false,
};

/** A phone of the documentation. */
export const phoneExample = {
  id: 'phn_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  name: 'Android phone',
  platform: 'android' as const,
  appVersion: '1.0.0',
  language: 'es-US',
  signedInAt: '2026-03-05T01:11:51.000Z',
  lastContactAt: '2026-03-05T09:20:00.000Z',
  batteryLevel: 0.81,
  unsentReports: 0,
  expiresAt: '2026-04-04T01:11:51.000Z',
  getsPush: false,
  revokedAt: null,
};
