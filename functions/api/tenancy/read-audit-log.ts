import * as z from 'zod';
import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { readAuditLog as read } from '../../../lib/platform/audit/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { actorSchema } from '../../../lib/platform/core/origin.ts';
import { endpointFor, instant, instantReply, limitParameter } from '../../../lib/platform/http/index.ts';
import { readCursor } from '../../../lib/platform/listing/index.ts';

const entry = z
  .object({
    id: z.string(),
    at: instantReply,
    actor: actorSchema,
    entityType: z.string(),
    entityId: z.string(),
    action: z.string(),
    changes: z.array(
      z.object({
        field: z.string(),
        before: z.unknown().meta({ description: 'Value before; `null` = none. Secrets are masked.' }),
        after: z.unknown().meta({ description: 'Value after; `null` = none. Secrets are masked.' }),
      }),
    ),
    cause: z.string().meta({ description: 'Cause of the change: a request id, a workflow run or a timer.' }),
  })
  .meta({ id: 'AuditEntry' });

/** GET /v1/audit-log */
export const readAuditLog = endpointFor<TenancyDeps>()({
  name: 'readAuditLog',
  method: 'GET',
  path: '/v1/audit-log',
  area: 'Organization',
  summary: 'Read the audit log',
  description:
    'Who changed what, when and why, newest first. With `entityId` it has all changes of that entity, otherwise the ' +
    'configuration changes of the organization. Entries are kept for 400 days. With `actorId` a page may have ' +
    'fewer results than `limit`: continue with `cursor` until it is null.',
  permission: 'READ_AUDIT_LOG',
  forLimited: 'refused',
  query: z.object({
    entityId: z.string().optional().meta({ description: 'Id of the changed entity.' }),
    actorId: z.string().optional().meta({ description: 'Id of the key or user that changed it.' }),
    from: instant.optional().meta({ description: 'Only changes at or after this instant.' }),
    to: instant.optional().meta({ description: 'Only changes at or before this instant.' }),
    limit: limitParameter({ fallback: 50, max: 100 }),
    cursor: z
      .string()
      .transform((text, context) => {
        const cursor = readCursor(text);
        if (cursor) return cursor;
        context.issues.push({
          code: 'custom',
          message: 'is not the `cursor` of an earlier page',
          input: text,
        });
        return z.NEVER;
      })
      .optional()
      .meta({
        description: '`cursor` of the previous page; default the newest page.',
        override: { type: 'string' },
      }),
  }),
  reply: z.object({
    results: z.array(entry),
    cursor: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last one.' }),
  }),
  replyExample: {
    results: [
      {
        id: 'aud_2v0q8z6q4t9v2n5x7c3b1m0k8h',
        at: '2026-03-05T01:11:51.000Z',
        actor: { type: 'key', id: 'key_01JCXM5W3QZ8R1V7N2K4T6B9DE', name: 'Console' },
        entityType: 'organization',
        entityId: 'org_01JCXM5W3QAB12CD34EF56GH78',
        action: 'updated',
        changes: [{ field: 'preferences.archiveReasonRequired', before: false, after: true }],
        cause: 'request:b0ZyDgnZoAMEPFw=',
      },
    ],
    cursor: null,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { entityId, actorId, from, to, limit, cursor } = query;
    if (from !== undefined && to !== undefined && from > to) {
      const why = `"${to}" is before \`from\`. Send a later time.`;
      return validationErrors(`The request is not valid: to: ${why}`, { fields: { to: why } });
    }
    const page = await read(ctx, ctx.organizationId, { entityId, actorId, from, to, limit, cursor });
    return {
      cursor: page.cursor,
      results: page.results.map((one) => ({ ...one, changes: [...one.changes] })),
    };
  },
});
