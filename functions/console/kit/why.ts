import { whyTexts } from '../texts/texts.ts';
import { dateTime, money, phrase, sentence, words } from './format.ts';

/** A reason of the API: its sentence in English, and the code by which it is said in another language. */
export interface Reason {
  readonly code: string | null;
  readonly text: string;
  readonly values: Values;
}

/** Something that was done or decided, by whom and why. */
export interface Decision {
  readonly at: string;
  readonly by: { readonly type: string; readonly name: string };
  readonly what: string;
  readonly code: string;
  readonly values: Values;
  readonly because: readonly Reason[];
}

type Values = Readonly<Record<string, unknown>>;

/** What was decided, in the language of the console. */
export function saidOf({ code, what, values }: Decision): string {
  return whyTexts.what[code]?.(inWords(values)) ?? phrase(what);
}

/** Who or what decided it. */
export function deciderOf({ by, code }: Decision): string {
  const kind = code.startsWith('DISPATCH_') ? 'waits' : by.type;
  return whyTexts.by[kind] ?? by.name;
}

/** A reason in the language of the console; one without a code of its own is in the words of the API. */
export function reasonOf(reason: Reason): string {
  const say = whyTexts.because[reason.code ?? ''];
  return say ? say(inWords(reason.values)) : sentence(reason);
}

/** Values as they are shown. */
function inWords(values: Values): Readonly<Record<string, string>> {
  const { node, field, status, startedBy, totalPriceCents, maxFeeCents, currency } = values;
  const price = (cents: unknown) => money(cents as number, currency as string);
  const order = String(values.providerSelectionStrategy);
  return {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    node: words(String(node)),
    field: words(String(field)),
    status: whyTexts.statuses[String(status)] ?? words(String(status)),
    startedBy: phrase(String(startedBy)),
    order: whyTexts.orders[order] ?? words(order),
    price: price(totalPriceCents),
    limit: price(maxFeeCents),
    details: detailsOf(values, price).join(', '),
  };
}

/** What a rank is made of. */
function detailsOf(values: Values, price: (cents: unknown) => string): readonly string[] {
  const numbers = values as Readonly<Record<string, number | null | undefined>>;
  const { reliability, attempts, shareOnTime, otherShareOnTime, timed, weight, expectedLateMinutes } =
    numbers;
  const percent = (share: number | null | undefined) => `${Math.round(100 * (share ?? 0))} %`;
  const part = (name: string, said: Readonly<Record<string, unknown>> = {}) =>
    whyTexts.details[name]?.(
      Object.fromEntries(Object.entries(said).map(([key, value]) => [key, String(value)])),
    ) ?? '';
  const isKnown = (value: unknown) => value !== undefined && value !== null;
  return [
    price(numbers.totalPriceCents),
    isKnown(values.dropoffEta) && part('arrival', { at: dateTime(String(values.dropoffEta)) }),
    isKnown(reliability) && part('reliability', { percent: percent(reliability), count: attempts ?? 0 }),
    isKnown(shareOnTime) &&
      part(timed ? 'onTime' : 'assumed', { percent: percent(shareOnTime), count: timed ?? 0 }),
    isKnown(otherShareOnTime) && part('against', { percent: percent(otherShareOnTime) }),
    isKnown(expectedLateMinutes) &&
      part('late', {
        minutes: Math.round(10 * (expectedLateMinutes ?? 0)) / 10,
        weighed: price(numbers.weighedCents ?? numbers.totalPriceCents),
      }),
    isKnown(weight) && part('weight', { weight }),
    values.isTriedOut === true && part('triedOut'),
  ].filter((text): text is string => typeof text === 'string');
}
