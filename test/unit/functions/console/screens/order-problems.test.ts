import { expect, it, vi } from 'vitest';
import { texts as frame } from '../../../../../functions/console/texts/frame.en.ts';
import { texts as intake } from '../../../../../functions/console/texts/intake.en.ts';
import { problemsTexts } from '../../../../../functions/console/texts/late-texts.ts';
import { texts } from '../../../../../functions/console/texts/problems.en.ts';
import { intakeTexts, m } from '../../../../../functions/console/texts/texts.ts';
import { LOOKUP_RULES, orderRules } from '../../../../../lib/ordering/orders/index.ts';

// The kit reads settings of the page.
vi.stubGlobal('document', { querySelector: () => null, documentElement: { dataset: {} } });
vi.stubGlobal('location', { origin: 'http://127.0.0.1', hash: '' });
for (const storage of ['sessionStorage', 'localStorage']) vi.stubGlobal(storage, { getItem: () => null });
Object.assign(m, frame);
Object.assign(intakeTexts, intake);
Object.assign(problemsTexts, texts);

interface Field {
  readonly name: string;
  readonly when?: (values: object) => boolean;
}

interface Problem {
  readonly field: string;
  readonly rule: string | null;
  readonly message: string;
}

interface Refused extends Error {
  readonly fields: Readonly<Record<string, string>>;
}

/** A file of the console, which is typed for a browser. */
const part = (path: string) => import(`../../../../../functions/console/${path}.ts`);
const { orderFields }: { readonly orderFields: readonly Field[] } = await part('screens/order-form');
const {
  inFormWords,
  refusedInFormWords,
}: {
  readonly inFormWords: (
    problem: Problem,
    fields: readonly Field[],
  ) => { readonly entered: Field | undefined; readonly text: string };
  readonly refusedInFormWords: (error: unknown) => unknown;
} = await part('screens/order-problems');
const { ApiError }: { readonly ApiError: new (status: number, body: object) => Refused } =
  await part('kit/api');

/** The fields that are shown with, or without, a store. */
const shown = (hasStore: boolean) =>
  orderFields.filter(({ when }) => when?.({ pickupStoreLocationId: hasStore ? 'str_1' : null }) ?? true);

/** Rules about fields that the form does not have. */
const ELSEWHERE = [
  ...['amounts-are-not-negative', 'due-amount-within-value', 'measures-are-positive', 'currency-is-a-code'],
  ...['vehicle-size-is-known', 'requirements-are-known', 'store-is-one', 'stores-can-take-it', 'zones-exist'],
  ...['window-exists', 'window-can-be-booked', 'window-times-agree'],
  ...['products-exist', 'products-are-in-store', 'prices-are-in-currency'],
];

/** Rules that ask for what is not there, whose words are those of the field. */
const BY_FIELD = ['required-fields-are-there', 'sides-are-named', 'address-is-given'];

it('44 5 every rule that a field of the form can break has words of the form, and no words are left over', () => {
  const rules = [...orderRules.map(({ name }) => name), ...LOOKUP_RULES, 'windows-have-not-passed'];
  const worded = rules.filter((name) => !ELSEWHERE.includes(name) && !BY_FIELD.includes(name));
  expect(Object.keys(texts.wrong).toSorted()).toEqual(worded.toSorted());
});

it.each([
  ['pickupPhoneNumber', 'required-fields-are-there', false, 'Enter the phone number of the pickup.'],
  [
    'pickupPhoneNumber',
    'required-fields-are-there',
    true,
    'This store has no phone number. Enter it at the store, or choose another pickup.',
  ],
  ['dropoffFirstName', 'sides-are-named', false, 'Enter the first name of the recipient.'],
  ['pickupFirstName', 'sides-are-named', false, 'Enter the name of the business at the pickup.'],
  ['dropoffPlaceId', 'address-is-found', false, 'This address is not on the map. Correct it.'],
  ['itemsCount', 'a-rule-of-tomorrow', false, 'This cannot be used. Correct it.'],
] as const)('44 5 %s by %s, with a store: %s, is "%s"', (field, rule, hasStore, text) => {
  const message = `${field} is missing; send it.`;
  expect(inFormWords({ field, rule, message }, shown(hasStore))).toMatchObject({
    entered: expect.anything(),
    text,
  });
});

it('44 5 says what a workflow objects in its own words, and what has no field in those of the API', () => {
  const message = 'No alcohol after ten.';
  expect(inFormWords({ field: 'tags', rule: null, message }, shown(false)).text).toBe(message);
  expect(inFormWords({ field: 'items', rule: 'products-exist', message }, shown(false))).toEqual({
    entered: undefined,
    text: message,
  });
});

it.each([
  ['itemsCount', 'Enter a whole number.'],
  ['tags[0]', 'One of these cannot be used. Correct it.'],
  ['dropoffAddress', 'This cannot be used. Correct it.'],
])('44 5 a save that is refused at %s says "%s"', (field, text) => {
  const details = { fields: { [field]: `${field} is not valid.` } };
  const error = new ApiError(422, { error: { code: 'VALIDATION_ERRORS', message: 'no', details } });
  const worded = refusedInFormWords(error);
  expect(Object.values((worded as Refused).fields)).toEqual([text]);
});

it('44 5 leaves a failure, and a refusal that no field can mend, as they are', () => {
  const errors = [
    new ApiError(503, { message: 'busy' }),
    new ApiError(409, { error: { code: 'ORDER_ALREADY_DISPATCHED', message: 'Dispatched.' } }),
    new Error('no'),
  ];
  for (const error of errors) expect(refusedInFormWords(error)).toBe(error);
});
