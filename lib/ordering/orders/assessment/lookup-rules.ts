/** Rules that need a look-up, by name: what an order breaks beside `orderRules`. */
export const LOOKUP_RULES = Object.freeze([
  'address-is-given',
  'address-is-one',
  'address-is-whole',
  'address-is-found',
  'address-is-exact',
  'address-can-be-looked-up',
  'phones-are-numbers',
  'store-exists',
  'store-is-one',
  'store-is-not-restricted',
  'store-hands-over',
  'store-has-room',
  'stores-can-take-it',
  'zones-exist',
  'window-exists',
  'window-can-be-booked',
  'window-times-agree',
  'strategy-exists',
  'tags-are-delivered-there',
  'products-exist',
  'products-are-in-store',
  'prices-are-in-currency',
] as const);

/** The name of a rule that needs a look-up. */
export type LookupRule = (typeof LOOKUP_RULES)[number];
