import * as z from 'zod';
import type { RunContext } from '../../../engines/workflows/index.ts';
import { timeZoneAt } from '../../../platform/core/time-zone-at.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import type { Happening } from '../types/define-notification-trigger.ts';
import { deliveryMetadata } from './delivery-metadata.ts';

/** Keys of metadata that name the customer's language, in order of preference. */
const LOCALE_KEYS = ['customerLocale', 'locale', 'language'];

/** The customer's language and time zone; null where unknown. */
export interface RecipientPlace {
  readonly locale: string | null;
  readonly timeZone: string | null;
}

/** Time zone and language of the recipient of a delivery or, before there is one, of an order. */
export function recipientPlace(
  happening: Pick<Happening, 'job' | 'task' | 'order'>,
  context: RunContext,
): RecipientPlace {
  const metadata = deliveryMetadata(happening);
  const named = LOCALE_KEYS.map((key) => metadata[key]).find((value) => typeof value === 'string');
  return { locale: canonical(String(named ?? '')), timeZone: recipientTimeZone(context) };
}

const zoned = z.object({ timezoneId: z.string() });
const located = z.object({
  dropoffAddressCountry: z.string().nullish(),
  dropoffAddressState: z.string().nullish(),
  dropoffLat: z.number().nullish(),
  dropoffLng: z.number().nullish(),
});

/** Time zone of the dropoff of the package or, without one, of the order; null where neither tells it. */
export function recipientTimeZone({ package: item, order }: RunContext): string | null {
  const dropoff = zoned.safeParse(item?.dropoffLocation).data?.timezoneId;
  if (dropoff !== undefined) return dropoff;
  const place = located.safeParse(order).data;
  const zone = timeZoneAt({
    country: place?.dropoffAddressCountry,
    state: place?.dropoffAddressState,
    lat: place?.dropoffLat,
    lng: place?.dropoffLng,
  });
  return zone?.id ?? null;
}

/**
 * Message and subject in the recipient's language: of the exact locale, otherwise of its language, otherwise the
 * trigger's own.
 */
export function variantFor(
  { message, variants }: Pick<NotificationTrigger, 'message' | 'variants'>,
  locale: string | null,
): { readonly message: string | null; readonly subject: string | null } {
  const language = locale?.split('-')[0];
  const variant =
    variants.find((one) => one.locale === locale) ?? variants.find((one) => one.locale === language);
  return { message: variant?.message ?? message, subject: variant?.subject ?? null };
}

/** The context with the expected times formatted in the recipient's language and time zone. */
export function withReadableTimes(context: RunContext, { locale, timeZone }: RecipientPlace): RunContext {
  const delivery = context.delivery ?? {};
  const times = Object.entries({ dropoff_eta: delivery.dropoffEta, pickup_eta: delivery.pickupEta }).flatMap(
    ([name, value]) =>
      typeof value === 'string' ? [[name, readable(value, locale, timeZone)] as const] : [],
  );
  return { ...context, message: { ...context.message, ...Object.fromEntries(times) } };
}

function readable(instant: string, locale: string | null, timeZone: string | null): string {
  const options = {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    ...(timeZone === null ? { timeZoneName: 'short' as const } : {}),
  } as const;
  return new Intl.DateTimeFormat(locale ?? 'en-US', options)
    .format(new Date(instant))
    .replaceAll('\u202f', ' ');
}

/** `es-MX` from `es_mx`; null for something that is not a locale. */
export function canonical(text: string): string | null {
  try {
    return text === '' ? null : (Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null);
  } catch {
    return null;
  }
}
