import * as z from 'zod';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { RenderedRoute } from './render-route.ts';
import { loadRoute } from './route-aggregate.ts';
import { showRoute } from './show-route.ts';

const aboutRoute = z.object({ routeId: z.string() });

/**
 * Content of a webhook about a route: the whole route at the time the message is created, with its `version` and its
 * courier's position, and the ids in the tags of the message. It contains no items of orders, because a message has to
 * fit into one item of the table. Undefined when the route is gone.
 */
export async function renderRouteWebhook(
  { table }: Pick<CoreDeps, 'table'>,
  event: EventRecord,
): Promise<{ readonly data: RenderedRoute; readonly tags: readonly string[] } | undefined> {
  const { routeId: id } = aboutRoute.parse(event.data);
  const found = await loadRoute(table, { organizationId: event.organizationId, id });
  if (!found) return undefined;
  const data = await showRoute({ table, caller: null }, found);
  const tags = [data.id, data.externalId, data.jobId, data.courierId];
  return { data, tags: tags.filter((tag) => tag !== null) };
}
