import * as z from 'zod';
import { createdFromParameter, limitParameter, offsetParameter } from '../../../lib/platform/http/index.ts';
import {
  listNotifications as list,
  NOTIFICATION_STATUSES,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { notificationExample, notificationReply, renderNotification } from './notification-schemas.ts';

const filter = (description: string) => z.string().max(128).optional().meta({ description });

/** GET /v1/notifications (decision C62) */
export const listNotifications = notificationEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/v1/notifications',
  area: 'Notifications',
  summary: 'List notifications',
  description: 'Messages of the last 90 days, newest first, with their content and result.',
  permission: 'READ_NOTIFICATION',
  forLimited: 'narrowed',
  query: z.object({
    jobId: filter('Only messages about this job.'),
    orderId: filter('Only messages about this order.'),
    triggerId: filter('Only messages of this trigger.'),
    destinationId: filter('Only messages to this destination.'),
    status: z.enum(NOTIFICATION_STATUSES).optional().meta({ description: 'Only messages with this status.' }),
    createdFrom: createdFromParameter,
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
  }),
  reply: z.object({
    results: z.array(notificationReply),
    totalCount: z.int(),
    totalCountIsExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: {
    results: [notificationExample],
    totalCount: 1,
    totalCountIsExact: true,
    limit: 25,
    offset: 0,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, ...filters } = query;
    const page = await list(ctx, ctx.caller, filters, { limit, offset });
    return {
      results: page.results.map(renderNotification),
      totalCount: page.totalCount,
      totalCountIsExact: page.isExact,
      limit,
      offset,
    };
  },
});
