import * as z from 'zod';
import { notificationCatalog } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

const catalog = z.object({
  filterCriteria: z.record(z.string(), z.record(z.string(), z.unknown())),
  actions: z.array(z.object({ key: z.string(), fields: z.array(z.string()) })),
  triggers: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      value: z.string(),
      entityType: z.string(),
      category: z.string(),
      isFlag: z.boolean(),
      creatable: z.boolean(),
      description: z.string(),
      statuses: z.array(z.string()),
      parametersSchema: z.record(z.string(), z.unknown()),
      supportedActions: z.array(z.string()),
      supportedFilters: z.array(z.string()),
    }),
  ),
});

/** GET /v1/notification-triggers/catalog (specification 4.5) */
export const getCatalog = notificationEndpoint({
  name: 'getNotificationCatalog',
  method: 'GET',
  path: '/v1/notification-triggers/catalog',
  area: 'Notifications',
  summary: 'Read the catalog of notification triggers',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  reply: catalog,
  replyExample: { filterCriteria: {}, actions: [{ key: 'send_message', fields: ['message'] }], triggers: [] },
  refusals: [],
  handle: () => notificationCatalog(),
});
