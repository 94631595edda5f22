import * as z from 'zod';
import { optional } from '../../../platform/core/optional.ts';
import { decimal, email, type FieldKind, text } from './field-kind.ts';
import { onLocation, orderField } from './order-field.ts';
import { MAX_LINE, MAX_NAME, MAX_TEXT, type TextLimit } from './text-limits.ts';

const line = () =>
  optional(z.string().max(MAX_LINE))
    .transform((value) => (value === '' ? undefined : value))
    .meta({
      description: `Address in one line, at most ${MAX_LINE} characters; geocoded when no coordinates are given.`,
    });

const component = <const Name extends string, const Component extends string>(
  name: Name,
  as: Component,
  says: string,
  schema: z.ZodType<string | null> = text.stored.nullable(),
) =>
  orderField(text, says, {
    longest: MAX_LINE,
    job: onLocation(text, { name, component: as, input: () => text.sentToJob(says), schema }),
  });

/** A component without which there is no address. */
const requiredComponent = <const Name extends string, const Component extends string>(
  name: Name,
  as: Component,
  says: string,
  saysToJob = says,
) => {
  const input = () => z.string().min(1).meta({ description: saysToJob });
  return orderField(text, says, {
    longest: MAX_LINE,
    job: onLocation(text, { name, component: as, input }),
  });
};

const coordinate = <const Name extends string, const Component extends string>(
  name: Name,
  as: Component,
  says: string,
) => {
  const input = () => decimal.sentToJob(`${says}; without it the address is looked up.`);
  return orderField(decimal, `${says}.`, { job: onLocation(decimal, { name, component: as, input }) });
};

const contact = <const Name extends string>(
  name: Name,
  says: string,
  { kind = text, ...more }: { readonly longest?: TextLimit; readonly kind?: FieldKind<string> } = {},
) =>
  orderField(kind, says, {
    ...more,
    job: onLocation(kind, { name, component: null, input: () => kind.sentToJob(says) }),
  });

const FLAT = 'Flat, suite or floor.';

const PLACE_ID = 'Place id of a map service; instead of an address.';

/** The address and contact fields that both sides have, named as they follow the side. */
export const sideFields = {
  Address: orderField(text, 'Address in one line, which is geocoded; instead of components or a place id.', {
    longest: MAX_LINE,
    job: { on: 'place', input: line },
  }),
  PlaceId: orderField(text, PLACE_ID, {
    longest: MAX_LINE,
    job: { on: 'place', input: () => text.sentToJob(PLACE_ID) },
  }),
  AddressNumber: component('addressNumber', 'number', 'House number.'),
  AddressSecondarynumber: component(
    'addressSecondaryNumber',
    'secondaryNumber',
    FLAT,
    z.string().nullable().default(null).meta({ description: FLAT }),
  ),
  AddressFormattedStreet: requiredComponent(
    'addressFormattedStreet',
    'street',
    'Street; components also need city, zip, country, latitude and longitude.',
    'Street.',
  ),
  AddressCity: requiredComponent('addressCity', 'city', 'City.'),
  AddressCounty: component('addressCounty', 'county', 'County.'),
  AddressState: component('addressState', 'state', 'State or province.'),
  AddressZip: component('addressZip', 'postalCode', 'Postal code.'),
  AddressCountry: requiredComponent('addressCountry', 'country', 'Country, ISO 3166 alpha-2, such as `US`.'),
  Lat: coordinate('lat', 'latitude', 'Latitude in degrees, -90 to 90'),
  Lng: coordinate('lng', 'longitude', 'Longitude in degrees, -180 to 180'),
  PhoneNumber: contact('phoneNumber', 'Phone number; stored in E.164.'),
  Email: contact('email', 'Email address.', { longest: MAX_LINE, kind: email }),
  BusinessName: contact(
    'businessName',
    `Name of the business, at most ${MAX_NAME} characters; or a first name.`,
    { longest: MAX_NAME },
  ),
  FirstName: contact('firstName', `First name, at most ${MAX_NAME} characters; or the name of a business.`, {
    longest: MAX_NAME,
  }),
  LastName: contact('lastName', `Last name, at most ${MAX_NAME} characters.`, { longest: MAX_NAME }),
  Instructions: contact('instructions', `Instructions for the courier, at most ${MAX_TEXT} characters.`, {
    longest: MAX_TEXT,
  }),
};

export type SideFields = typeof sideFields;

/** The fields of one side under their names in an order. */
export type FieldsOfSide<Prefix extends string> = {
  readonly [Name in keyof SideFields as `${Prefix}${Name}`]: SideFields[Name];
};

/** The fields of one side under their names in an order, such as `pickupAddress`. */
export function fieldsOfSide<const Prefix extends string>(prefix: Prefix): FieldsOfSide<Prefix> {
  return Object.fromEntries(
    Object.entries(sideFields).map(([name, field]) => [`${prefix}${name}`, field]),
  ) as FieldsOfSide<Prefix>;
}
