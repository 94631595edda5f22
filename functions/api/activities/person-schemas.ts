import * as z from 'zod';
import type { Person } from '../../../lib/operations/personal-data/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { readPhoneNumber } from '../../../lib/platform/core/read-phone-number.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';

/** A recipient as a request names them. */
export const personBody = z.object({
  phone: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Phone number in its international form, as `+14155550100`.' }),
  email: z.string().max(300).optional().meta({ description: 'E-mail address.' }),
  customerId: z.string().trim().min(1).max(200).optional().meta({
    description:
      "The shop's id of the customer, as orders have it in `customerId` or `customer_id` of their metadata.",
  }),
});

export const personExample: z.infer<typeof personBody> = { phone: '+14155550100', email: 'ann@example.com' };

/** The person, or why nobody can be found by this. */
export function readPerson(body: z.infer<typeof personBody>): Person | Refusal {
  const { phone, email, customerId } = body;
  if (phone === undefined && email === undefined && customerId === undefined) {
    const fault = 'is missing, as are email and customerId; send at least one of them';
    return validationErrors(`phone ${fault}.`, { fields: { phone: fault } });
  }
  const number = phone === undefined ? null : readPhoneNumber(phone, '');
  if (number === undefined) {
    const fault = `is "${phone}", which is no phone number; send it as +14155550100`;
    return validationErrors(`phone ${fault}.`, { fields: { phone: fault } });
  }
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
    const fault = `is "${email}", which is no e-mail address; send it as ann@example.com`;
    return validationErrors(`email ${fault}.`, { fields: { email: fault } });
  }
  return { phone: number, email: email?.trim().toLowerCase() ?? null, customerId: customerId ?? null };
}
