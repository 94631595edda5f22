import * as z from 'zod';
import { activityAction, activityStatus, listActivities } from '../../../lib/platform/activities/index.ts';
import {
  defineEndpoint,
  instantReply,
  limitParameter,
  listParameter,
} from '../../../lib/platform/http/index.ts';
import { activityExample } from './activity-reply.ts';
import { iteratorParameter, pageFields } from './page-schemas.ts';

const row = z.object({
  id: z.string(),
  action: activityAction,
  status: activityStatus,
  createdAt: instantReply,
  completedAt: instantReply.nullable(),
  createdBy: z.string().meta({ description: 'Id of the API key, user or schedule that requested it.' }),
});

/** GET /v1/activities */
export const listActivitiesEndpoint = defineEndpoint({
  name: 'listActivities',
  method: 'GET',
  path: '/v1/activities',
  area: 'Activities',
  summary: 'List activities',
  description:
    'Newest first, of the last 90 days. With a filter a page may have fewer results than `limit`, even none, although more ' +
    'follow: continue with `iterator` until `done`. Callers who are limited to stores or driver groups see what was ' +
    'requested within the same limits.',
  permission: 'READ_ACTIVITY',
  forLimited: 'narrowed',
  query: z.object({
    action: listParameter(activityAction)
      .optional()
      .meta({ description: 'Only these actions, separated by commas; default all.' }),
    status: listParameter(activityStatus)
      .optional()
      .meta({ description: 'Only these statuses, separated by commas; default all.' }),
    limit: limitParameter({ fallback: 25, max: 100 }),
    iterator: iteratorParameter,
  }),
  reply: z.object({ results: z.array(row), ...pageFields }),
  replyExample: {
    results: [
      {
        id: activityExample.id,
        action: activityExample.action,
        status: activityExample.status,
        createdAt: activityExample.createdAt,
        completedAt: null,
        createdBy: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
      },
    ],
    iterator: null,
    prevIterator: 'bmV3ZXJ8MjAyNi0wMy0wNVQwMToxMTo1MS4wMDBafGFjdF8x',
    done: true,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, iterator: cursor, ...filters } = query;
    const page = await listActivities(ctx.table, ctx.caller, { filters, limit, cursor });
    return {
      ...page,
      results: page.results.map(({ id, action, status, createdAt, completedAt, createdBy }) => ({
        id,
        action,
        status,
        createdAt,
        completedAt,
        createdBy,
      })),
    };
  },
});
