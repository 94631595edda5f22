import * as z from 'zod';
import { DATE_ORDERS } from '../../../uploads/index.ts';

/** Fields of a mapping at most. */
const MAX_FIELDS = 150;

/** Where a value is: a JSON pointer (`/customer/name`), or a text with pointers in braces (`{/street}, {/city}`). */
const source = z.string().min(1).max(500).meta({
  description:
    'JSON pointer such as `/customer/name`, or a text with pointers in braces such as `{/street} {/number}`. A text without any is the value itself.',
});

const pointer = z
  .string()
  .max(300)
  .regex(/^(?:\/[^{}]*)*$/, 'must be a JSON pointer such as /order/lines')
  .meta({ description: 'JSON pointer such as `/order/lines`.' });

const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9-]+$/, 'may contain only letters, digits and -')
  .overwrite((name) => name.toLowerCase());

const sources = z
  .record(z.string().max(100), source)
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `may have at most ${MAX_FIELDS} fields`);

const kinds = z.array(z.string().min(1).max(100)).max(50).default([]);

/** How messages of any shop are read. */
export const shopMapping = z
  .object({
    authentication: z
      .discriminatedUnion('type', [
        z.object({
          type: z.literal('bearer').meta({ description: 'Messages carry the secret in a header.' }),
          header: headerName.default('authorization').meta({
            description: 'Header with the secret, with or without `Bearer`; default `Authorization`.',
          }),
        }),
        z.object({
          type: z
            .literal('hmac')
            .meta({ description: 'Messages are signed: HMAC-SHA256 of the body with the secret.' }),
          header: headerName.meta({ description: 'Header with the signature.' }),
          encoding: z.enum(['hex', 'base64']).default('hex').meta({ description: 'Default `hex`.' }),
        }),
      ])
      .default({ type: 'bearer', header: 'authorization' })
      .meta({ description: 'How messages prove where they come from.' }),
    orderId: source.meta({
      description: "The shop's id of the order: messages with the same id are about one order.",
    }),
    version: source.optional().meta({
      description:
        'Time of the last change, or a number that grows with each: an older message changes nothing. Default: the order of arrival.',
    }),
    kind: z
      .object({
        pointer: pointer.optional(),
        header: headerName.optional().meta({ description: 'Header that says it, instead of a pointer.' }),
        cancelled: kinds.meta({ description: 'Values with which the order is cancelled.' }),
        refunded: kinds.meta({
          description: 'Values with which the whole order is refunded, so that nothing is delivered.',
        }),
        ignored: kinds.meta({ description: 'Values with which there is nothing to do.' }),
      })
      .optional()
      .meta({
        description: 'What a message reports; without it, and with any other value, the order as it is now.',
      }),
    fields: sources.meta({
      description: 'Source of each field of the order, by the names that import mappings use.',
    }),
    items: z
      .object({
        list: pointer,
        fields: sources.meta({
          description:
            'Source of `id`, `description`, `count`, `valueCents`, `weight`, `category`, `barcode` and `externalProductId`, from the element of the list.',
        }),
      })
      .optional()
      .meta({ description: 'List of the items of the order.' }),
    amountsInCents: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether amounts are whole cents; by default `25.90` is an amount.' }),
    dateOrder: z
      .enum(DATE_ORDERS)
      .optional()
      .meta({ description: 'Order of day and month in dates such as 03/05/2026.' }),
  })
  .meta({ id: 'ShopMapping' });

/** How messages of a shop are read. */
export type ShopMapping = z.output<typeof shopMapping>;
