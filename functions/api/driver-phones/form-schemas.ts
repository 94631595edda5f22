import * as z from 'zod';
import {
  FORM_FIELD_TYPES,
  FORM_MOMENTS,
  MAX_FORM_CHOICES,
  MAX_FORM_FIELDS,
} from '../../../lib/fleet/driver-app/index.ts';
import { shortText } from '../../../lib/platform/http/index.ts';

const key = (what: string) =>
  z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, 'needs 1 to 40 small letters, digits, - or _')
    .meta({ description: `Name of the ${what} for programs. It stays when the label changes.` });

const field = z
  .object({
    key: key('field'),
    label: shortText(200).meta({ description: 'What the driver reads.' }),
    type: z.enum(FORM_FIELD_TYPES).meta({ description: 'Kind of answer.' }),
    choices: z
      .array(shortText(200))
      .max(MAX_FORM_CHOICES)
      .default([])
      .meta({ description: 'Answers to choose from; only with `choice`.' }),
    isRequired: z.boolean().default(false).meta({ description: 'Whether it must be answered.' }),
  })
  .refine(({ type, choices }) => (type === 'choice') === choices.length > 0, {
    path: ['choices'],
    error: 'belong to the type choice, and to no other',
  });

/** A form that drivers fill in. */
export const driverForm = z
  .object({
    key: key('form'),
    name: shortText(100).meta({ description: 'Title of the form.' }),
    moment: z.enum(FORM_MOMENTS).meta({
      description:
        'When the app asks for it: at a pickup, dropoff or return, in a shift, or `any` time that the driver opens it.',
    }),
    isRequired: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the app completes a stop only with it.' }),
    fields: z
      .array(field)
      .min(1)
      .max(MAX_FORM_FIELDS)
      .refine((all) => new Set(all.map((one) => one.key)).size === all.length, 'has two fields of one key')
      .meta({ description: 'Fields in their order.' }),
  })
  .meta({ id: 'DriverForm' });

/** A form of the documentation. */
export const driverFormExample: z.output<typeof driverForm> = {
  key: 'vehicle-check',
  name: 'Check of the vehicle',
  moment: 'shift',
  isRequired: false,
  fields: [
    { key: 'mileage', label: 'Mileage', type: 'number', choices: [], isRequired: true },
    { key: 'tyres', label: 'Are the tyres in order?', type: 'yes_no', choices: [], isRequired: true },
  ],
};
