import { ApiError } from '../kit/api.ts';
import type { Field, Values } from '../kit/form.tsx';
import { money } from '../kit/format.ts';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

/** Package values over this ask for confirmation (specification 4.8.3). In cents. */
export const CONFIRM_OVER_CENTS = 100_000;

/** Package values over this are refused (specification 4.8.3). In cents. */
export const REFUSE_OVER_CENTS = 10_000_000;

/** The fields of the form; other fields of an order are set through the API. */
export const orderFields: readonly Field[] = [
  { name: 'externalId', label: m.fields.externalId },
  { name: 'pickupStoreLocationId', label: m.orders.store, kind: 'choice', options: 'stores' },
  {
    name: 'pickupAddress',
    label: `${m.orders.pickup}: ${m.fields.address}`,
    when: ({ pickupStoreLocationId }) => !pickupStoreLocationId,
    wide: true,
  },
  {
    name: 'pickupBusinessName',
    label: m.orders.pickupBusiness,
    when: ({ pickupStoreLocationId }) => !pickupStoreLocationId,
  },
  {
    name: 'pickupPhoneNumber',
    label: `${m.orders.pickup}: ${m.fields.phone}`,
    kind: 'tel',
    when: ({ pickupStoreLocationId }) => !pickupStoreLocationId,
  },
  {
    name: 'pickupStartTime',
    label: `${intakeTexts.order.pickupWindow} ${intakeTexts.form.start}`,
    kind: 'instant',
  },
  {
    name: 'pickupEndTime',
    label: `${intakeTexts.order.pickupWindow} ${intakeTexts.form.end}`,
    kind: 'instant',
  },
  {
    name: 'pickupOtherWindows',
    label: intakeTexts.form.otherPickupWindows,
    kind: 'list',
    help: intakeTexts.form.otherWindowsHelp,
    wide: true,
  },
  { name: 'dropoffFirstName', label: m.orders.firstName },
  { name: 'dropoffLastName', label: m.orders.lastName },
  { name: 'dropoffAddress', label: `${m.orders.dropoff}: ${m.fields.address}`, wide: true, required: true },
  { name: 'dropoffPhoneNumber', label: `${m.orders.dropoff}: ${m.fields.phone}`, kind: 'tel' },
  { name: 'dropoffEmail', label: m.fields.email, kind: 'email' },
  {
    name: 'deliveryMode',
    label: m.orders.mode,
    kind: 'choice',
    options: m.orders.modes,
    required: true,
  },
  {
    name: 'dropoffStartTime',
    label: `${m.orders.window} ${intakeTexts.form.start}`,
    kind: 'instant',
  },
  { name: 'dropoffEndTime', label: `${m.orders.window} ${intakeTexts.form.end}`, kind: 'instant' },
  {
    name: 'dropoffOtherWindows',
    label: intakeTexts.form.otherWindows,
    kind: 'list',
    help: intakeTexts.form.otherWindowsHelp,
    wide: true,
  },
  { name: 'dropoffInstructions', label: m.orders.instructions, wide: true },
  { name: 'description', label: m.fields.description },
  { name: 'itemsCount', label: intakeTexts.order.itemsCount, kind: 'number' },
  { name: 'valueCents', label: m.orders.value, kind: 'money', help: intakeTexts.form.valueHelp },
  { name: 'dispatchStrategyId', label: m.orders.strategy, kind: 'choice', options: 'strategies' },
  { name: 'tags', label: m.fields.tags, kind: 'list' },
];

/** The address fields that are filled in: an address given in parts needs no line as well. */
export function fieldsOf({ dropoffAddress }: Values): readonly Field[] {
  return orderFields.map((field) =>
    field.name === 'dropoffAddress' ? { ...field, required: Boolean(dropoffAddress) } : field,
  );
}

/** Whether a value may be saved: asks above 1,000 and throws above 100,000. */
export function confirmedValue(
  { valueCents }: Values,
  ask: (question: string) => boolean = (question) => globalThis.confirm(question),
): boolean {
  const cents = Number(valueCents ?? 0);
  if (cents > REFUSE_OVER_CENTS) {
    throw new ApiError(422, {
      error: {
        message: intakeTexts.form.valueTooHigh,
        details: { fields: { valueCents: intakeTexts.form.valueTooHigh } },
      },
    });
  }
  return cents <= CONFIRM_OVER_CENTS || ask(intakeTexts.form.valueConfirm(money(cents)));
}

/** The field of the form in which a field of the API is entered; undefined if the form has none. */
export function fieldFor(name: string, fields: readonly Field[]): Field | undefined {
  const [, side, part = ''] = /^(pickup|dropoff)(.*)$/.exec(name) ?? [];
  const wanted = [
    name,
    ...(/^(Address|PlaceId|Lat|Lng)/.test(part) ? [`${side}Address`] : []),
    ...(part === 'FirstName' ? [`${side}BusinessName`] : []),
    ...(side === 'pickup' ? ['pickupStoreLocationId'] : []),
  ];
  for (const one of wanted) {
    const found = fields.find((field) => field.name === one);
    if (found) return found;
  }
  return undefined;
}

/** The values that an update would change. */
export function changedValues(order: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(orderBody(values)).filter(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(order[name] ?? null),
    ),
  );
}

/** The body of a create or an update. */
export function orderBody(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
