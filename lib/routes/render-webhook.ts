import * as z from 'zod';
import type { EventRecord } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { type RenderedRoute, renderRoute } from './render-route.ts';
import { loadRoute } from './route-aggregate.ts';

const aboutRoute = z.object({ routeId: z.string() });

/**
 * What a webhook about a route carries: the whole route as it is when the message is made, with its `version`, and the ids
 * that the message is tagged with. Undefined when the route is gone.
 */
export async function renderRouteWebhook(
  event: EventRecord,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<{ readonly data: RenderedRoute; readonly tags: readonly string[] } | undefined> {
  const { routeId: id } = aboutRoute.parse(event.data);
  const found = await loadRoute(table, { organizationId: event.organizationId, id });
  if (!found) return undefined;
  const data = renderRoute(found);
  const tags = [data.id, data.externalId, data.jobId, data.courierId];
  return { data, tags: tags.filter((tag) => tag !== null) };
}
