import type { Field, Values } from '../kit/form.tsx';
import { timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { formOf, type RuleForm, ruleOf } from './recurring-rule.ts';

/** Fields of an order that an occurrence may have differently as well. */
const orderOwn: readonly Field[] = [
  { name: 'order.dropoffInstructions', label: m.orders.instructions, wide: true },
  { name: 'order.description', label: m.fields.description },
  { name: 'order.valueCents', label: m.orders.value, kind: 'money' },
];

const times: readonly Field[] = [
  { name: 'times.pickupStart', label: `${m.orders.pickup} ${incomingTexts.recurring.from}`, kind: 'time' },
  { name: 'times.pickupEnd', label: `${m.orders.pickup} ${incomingTexts.recurring.to}`, kind: 'time' },
  { name: 'times.dropoffStart', label: `${m.orders.dropoff} ${incomingTexts.recurring.from}`, kind: 'time' },
  { name: 'times.dropoffEnd', label: `${m.orders.dropoff} ${incomingTexts.recurring.to}`, kind: 'time' },
];

/** The form of a recurring order; other fields are set through the API. */
export const recurringFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'order.pickupStoreLocationId', label: m.orders.store, kind: 'choice', options: 'stores' },
  {
    name: 'order.pickupAddress',
    label: `${m.orders.pickup}: ${m.fields.address}`,
    when: (values) => !values['order.pickupStoreLocationId'],
    wide: true,
  },
  {
    name: 'order.pickupPhoneNumber',
    label: `${m.orders.pickup}: ${m.fields.phone}`,
    kind: 'tel',
    when: (values) => !values['order.pickupStoreLocationId'],
  },
  { name: 'order.dropoffFirstName', label: m.orders.firstName },
  { name: 'order.dropoffLastName', label: m.orders.lastName },
  { name: 'order.dropoffAddress', label: `${m.orders.dropoff}: ${m.fields.address}`, wide: true },
  { name: 'order.dropoffPhoneNumber', label: `${m.orders.dropoff}: ${m.fields.phone}`, kind: 'tel' },
  ...orderOwn,
  { name: 'order.dispatchStrategyId', label: m.orders.strategy, kind: 'choice', options: 'strategies' },
  { name: 'startDate', label: incomingTexts.recurring.firstDay, kind: 'date', required: true },
  {
    name: 'repeats',
    label: incomingTexts.windows.repeats,
    kind: 'choice',
    options: incomingTexts.recurring.repeats,
    required: true,
  },
  {
    name: 'every',
    label: incomingTexts.recurring.every,
    kind: 'number',
    when: ({ repeats }) => repeats !== 'custom',
    help: incomingTexts.recurring.everyHelp,
  },
  {
    name: 'weekOf',
    label: incomingTexts.recurring.weekOf,
    kind: 'choice',
    options: incomingTexts.recurring.weeks,
    nothing: incomingTexts.recurring.byDays,
    when: ({ repeats }) => repeats === 'MONTHLY',
  },
  {
    name: 'weekdays',
    label: incomingTexts.recurring.days,
    kind: 'choices',
    options: incomingTexts.recurring.weekdays,
    when: ({ repeats, weekOf }) => repeats === 'WEEKLY' || (repeats === 'MONTHLY' && Boolean(weekOf)),
  },
  {
    name: 'monthDays',
    label: incomingTexts.recurring.monthDays,
    kind: 'list',
    when: ({ repeats, weekOf }) => repeats === 'MONTHLY' && !weekOf,
    help: incomingTexts.recurring.monthDaysHelp,
  },
  {
    name: 'lastDay',
    label: incomingTexts.recurring.lastDay,
    kind: 'date',
    when: ({ repeats }) => repeats !== 'custom',
  },
  {
    name: 'count',
    label: incomingTexts.recurring.count,
    kind: 'number',
    when: ({ repeats, lastDay }) => repeats !== 'custom' && !lastDay,
    help: incomingTexts.recurring.countHelp,
  },
  {
    name: 'rrule',
    label: incomingTexts.recurring.customRule,
    when: ({ repeats }) => repeats === 'custom',
    help: incomingTexts.windows.repeatsHelp,
  },
  ...times,
  {
    name: 'timezoneId',
    label: m.stores.timeZone,
    kind: 'choice',
    options: timeZones(),
    help: incomingTexts.recurring.timeZoneHelp,
  },
  {
    name: 'holidays',
    label: incomingTexts.recurring.holidays,
    kind: 'list',
    help: incomingTexts.recurring.holidaysHelp,
    wide: true,
  },
  {
    name: 'onHoliday',
    label: incomingTexts.recurring.onHoliday,
    kind: 'choice',
    options: incomingTexts.recurring.holidayChoices,
  },
  {
    name: 'daysAhead',
    label: incomingTexts.recurring.daysAhead,
    kind: 'number',
    help: incomingTexts.recurring.daysAheadHelp,
  },
];

/** The form of one occurrence. */
export const occurrenceFields: readonly Field[] = [
  { name: 'onDate', label: incomingTexts.recurring.onDate, kind: 'date' },
  ...times,
  ...orderOwn,
  { name: 'note', label: incomingTexts.recurring.note, wide: true },
];

/** What a new recurring order starts with. */
export const freshRecurring: Values = {
  repeats: 'WEEKLY',
  weekdays: ['MO'],
  onHoliday: 'skip',
  daysAhead: 7,
};

/** A recurring order, or an occurrence's change, as the values of its form. */
export function flat(
  thing: Readonly<Record<string, unknown>> & {
    readonly order: Readonly<Record<string, unknown>>;
    readonly times: Readonly<Record<string, unknown>>;
  },
): Values {
  const { order, times: given, rrule, ...rest } = thing;
  const below = (prefix: string, values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
  return {
    ...rest,
    ...(typeof rrule === 'string' ? formOf(rrule) : {}),
    ...below('order', order),
    ...below('times', given),
  };
}

/** The body of a request from the changed values of a form; `all` are all values, from which a rule is made. */
export function bodyOf(changed: Values, all: Values): Values {
  const body: Record<string, unknown> = {};
  const nested: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (RULE.has(name)) continue;
    const [part = '', field] = name.split('.');
    if (field === undefined) body[name] = value;
    else nested[part] = { ...nested[part], [field]: value };
  }
  const isRule = Object.keys(changed).some((name) => RULE.has(name));
  return { ...body, ...nested, ...(isRule ? { rrule: ruleOf(ruleForm(all)) } : {}) };
}

const RULE: ReadonlySet<string> = new Set([
  ...['repeats', 'every', 'weekdays', 'weekOf', 'monthDays', 'lastDay', 'count', 'rrule'],
]);

function ruleForm(values: Values): RuleForm {
  const { repeats, every, weekdays, weekOf, monthDays, lastDay, count, rrule } = values;
  return {
    repeats: repeats as RuleForm['repeats'],
    every: typeof every === 'number' ? every : null,
    weekdays: Array.isArray(weekdays) ? weekdays.map(String) : [],
    weekOf: typeof weekOf === 'string' ? weekOf : '',
    monthDays: Array.isArray(monthDays) ? monthDays.map(String) : [],
    count: typeof count === 'number' ? count : null,
    lastDay: typeof lastDay === 'string' ? lastDay : null,
    rrule: typeof rrule === 'string' ? rrule : '',
  };
}

/** Values without those that are empty. */
export function filled(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
