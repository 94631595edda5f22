import * as z from 'zod';
import { nationalDigits } from '../../platform/core/read-phone-number.ts';

/** By what a recipient is found; null = not by that. */
export const personSchema = z.object({
  /** E.164. */
  phone: z.string().nullable(),
  /** In lower case. */
  email: z.string().nullable(),
  /** As it stands in fields that are called `customerId` or `customer_id`. */
  customerId: z.string().nullable(),
});

/** A recipient, by contact or by the shop's id. */
export type Person = z.infer<typeof personSchema>;

/** What people write between the digits of a phone number, in addresses of pages too. */
const BETWEEN_DIGITS = String.raw`(?:[\s().\/+-]|%20|%28|%29)*`;

/** Behind which a name may start although it is a letter or a digit: an escaped line end, an escaped character of an address. */
const ESCAPED = String.raw`(?<=\\[nrt]|%[0-9A-F]{2})`;

/** What stands between words, in addresses of pages too. */
const BETWEEN_WORDS = String.raw`(?:[\s+]|%20)+`;

/** A number of fewer digits could be part of anything. */
const FEWEST_DIGITS = 7;

const CUSTOMER_ID = /^customer_?id$/i;

/** Whether a field has the shop's id of the customer, as a text or a number. */
export function isCustomerId({ customerId }: Person, key: string, value: unknown): boolean {
  return customerId !== null && CUSTOMER_ID.test(key) && String(value) === customerId;
}

/** Finds a phone number in texts, however it is written; undefined for what is no number. */
export function phonePattern(phone: string): RegExp | undefined {
  const national = nationalDigits(phone).replaceAll(/\D/g, '');
  if (national.length < FEWEST_DIGITS) return undefined;
  const digits = phone.replaceAll(/\D/g, '');
  const code = digits.endsWith(national) ? digits.slice(0, -national.length) : '';
  const spread = (text: string) => [...text].join(BETWEEN_DIGITS);
  const prefix = code === '' ? '' : `(?:\\+?${spread(code)}${BETWEEN_DIGITS})?`;
  return new RegExp(String.raw`(?:(?<![\d])|(?<=%20))${prefix}[(]?0?${spread(national)}(?!\d)`, 'g');
}

/** Finds an e-mail address in texts. */
export function emailPattern(email: string): RegExp {
  const written = escaped(email).replace('@', '(?:@|%40)').replaceAll(String.raw`\+`, String.raw`(?:\+|%2B)`);
  return new RegExp(String.raw`(?:(?<![\w.+%-])|${ESCAPED})${written}(?![\w-])`, 'gi');
}

/** Finds a name or a line of an address in texts, as whole words. */
export function wordsPattern(text: string, between = BETWEEN_WORDS): RegExp {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => [...new Set([word, encodeURIComponent(word)])].map(escaped).join('|'));
  const written = words.map((word) => `(?:${word})`).join(between);
  return new RegExp(String.raw`(?:(?<![\p{L}\p{N}@])|${ESCAPED})${written}(?![\p{L}\p{N}@])`, 'giu');
}

/** The same in the columns of a table. */
export function columnsPattern(text: string): RegExp {
  return wordsPattern(text, String.raw`(?:[\s+,;"']|%20|%22|%2C|%3B)+`);
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Whether a field is about the person, who may be known by further contacts. */
export function personMatcher(
  person: Person,
  more: { readonly phones: readonly string[]; readonly emails: readonly string[] } = {
    phones: [],
    emails: [],
  },
): (key: string, value: unknown) => boolean {
  const { phone, email } = person;
  const phones = phone === null ? more.phones : [phone, ...more.phones];
  const emails = email === null ? more.emails : [email, ...more.emails];
  const patterns = [...phones.map(phonePattern), ...emails.map(emailPattern)].filter(
    (pattern) => pattern !== undefined,
  );
  return (key, value) => {
    if (isCustomerId(person, key, value)) return true;
    // `search` starts at the beginning, whatever a pattern found before.
    return typeof value === 'string' && patterns.some((pattern) => value.search(pattern) >= 0);
  };
}
