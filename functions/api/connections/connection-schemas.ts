import * as z from 'zod';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import { CONNECTION_METHODS, type StoredConnection } from '../../../lib/reactions/connections/index.ts';

/** Text that goes into a header unchanged. */
const headerText = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x20-\x7e]+$/, 'may contain only visible characters');

const username = shortText(256)
  .refine((name) => !name.includes(':'), 'may not contain a colon')
  .meta({ description: 'User name.' });

const password = z.string().min(1).max(4_096);

const headerName = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9-]+$/, 'may contain only letters, digits and -')
  .meta({ description: 'Name of the header, such as `X-Api-Key`.' });

const auth = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('none').meta({ description: 'Requests carry no credentials.' }) }),
    z.object({
      type: z.literal('bearer').meta({ description: 'Requests carry `Authorization: Bearer`.' }),
      token: headerText.meta({ description: 'Token; never shown again.' }),
    }),
    z.object({
      type: z.literal('basic').meta({ description: 'Requests carry `Authorization: Basic`.' }),
      username,
      password: password.meta({ description: 'Password; never shown again.' }),
    }),
    z.object({
      type: z.literal('header').meta({ description: 'Requests carry a custom header.' }),
      name: headerName,
      value: headerText.meta({ description: 'Value of the header; never shown again.' }),
    }),
  ])
  .meta({ description: 'Credentials, kept in Secrets Manager and never shown again.' });

const unchangedSecret = ' Left out where the other parts are those of the connection, it stays.';

/** Credentials in a change: without their secret part, as a read shows them, they stay. */
const authChange = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('none').meta({ description: 'Requests carry no credentials.' }) }),
    z.object({
      type: z.literal('bearer').meta({ description: 'Requests carry `Authorization: Bearer`.' }),
      token: headerText.optional().meta({ description: `Token; never shown again.${unchangedSecret}` }),
    }),
    z.object({
      type: z.literal('basic').meta({ description: 'Requests carry `Authorization: Basic`.' }),
      username,
      password: password.optional().meta({ description: `Password; never shown again.${unchangedSecret}` }),
    }),
    z.object({
      type: z.literal('header').meta({ description: 'Requests carry a custom header.' }),
      name: headerName,
      value: headerText
        .optional()
        .meta({ description: `Value of the header; never shown again.${unchangedSecret}` }),
    }),
  ])
  .meta({ description: 'Credentials, kept in Secrets Manager and never shown again.' });

const methods = z
  .array(z.enum(CONNECTION_METHODS))
  .min(1)
  .transform((list) => [...new Set(list)])
  .meta({ description: 'Methods that workflows may use.' });

const pathPrefix = z
  .string()
  .max(500)
  .regex(/^[^?#\\]*$/, 'may not contain "?", "#" or "\\"')
  .meta({ description: 'Prefix of the path of every request; default `/`.' });

const requestFields = z
  .array(
    z
      .string()
      .min(1)
      .max(128)
      .regex(/^[A-Za-z0-9_.~$[\]-]+$/, 'may contain only letters, digits and _ . ~ $ [ ] -'),
  )
  .max(200)
  .transform((list) => [...new Set(list)])
  .meta({
    description: 'Query parameters, headers and top-level body fields that workflows may set; default none.',
  });

/** Fields that a caller may set. */
export const connectionFields = {
  name: shortText(100).meta({ description: 'Name of the connection.' }),
  origin: z.string().max(500).meta({
    description: 'Scheme and host of the receiver without a path, such as `https://api.example.com`.',
  }),
  auth,
  methods,
  pathPrefix: pathPrefix.optional(),
  requestFields: requestFields.optional(),
};

/** Fields of a change. */
export const connectionChanges = z.object({ ...connectionFields, auth: authChange }).partial();

/** A connection in replies, without its credentials. */
export const connectionReply = z
  .object({
    id: z.string(),
    name: z.string(),
    origin: z.string(),
    auth: z
      .object({
        type: z.enum(['none', 'bearer', 'basic', 'header']),
        username: z.string().optional(),
        name: z.string().optional(),
      })
      .meta({ description: 'Kind of the credentials, without the secret parts.' }),
    methods: z.array(z.enum(CONNECTION_METHODS)),
    pathPrefix: z.string(),
    requestFields: z.array(z.string()),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Connection' });

export const connectionExample = {
  id: 'con_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Loyalty',
  origin: 'https://loyalty.example.com',
  auth: { type: 'bearer' as const },
  methods: ['POST' as const],
  pathPrefix: '/v2/',
  requestFields: ['orderId', 'points'],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export function renderConnection({ value, version }: StoredConnection): z.input<typeof connectionReply> {
  const { organizationId: _, secretVersion: __, ...shown } = value;
  return { ...shown, version };
}

/** The `{id}` of a connection's path. */
export const connectionPath = z.object({
  id: shortText(100).meta({ description: 'Id of the connection, `con_...`.' }),
});
