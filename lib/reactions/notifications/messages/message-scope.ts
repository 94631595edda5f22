import type { JsonObject, RunContext } from '../../../engines/workflows/index.ts';
import { renderJob } from '../../../fulfilment/jobs/index.ts';
import { orderVariables } from '../../../ordering/orders/index.ts';
import type { Happening } from '../types/define-notification-trigger.ts';

/** Variables of a message: the same names as in workflows, filled in from the job and the order. */
export function messageContext(
  { event, data, job, task, order, more }: Happening,
  providerChatChannel: string | null,
): RunContext {
  const rendered = job && renderJob(job);
  const configuration = rendered?.jobConfigurations.find(({ tasks }) =>
    tasks.some(({ id }) => id === task?.id),
  );
  const shown = configuration ?? rendered?.jobConfigurations[0];
  return {
    order: order ? orderVariables(order) : null,
    job: rendered
      ? json({
          ...rendered,
          publicTrackingUrl: shown?.publicTrackingUrl ?? null,
          jobConfigurations: undefined,
        })
      : null,
    package: shown ? json(shown.package) : null,
    task: shown ? json({ ...shown.advancedTask, providerChatChannel }) : null,
    delivery: shown?.delivery ? json(shown.delivery) : null,
    ...(event.aggregateType === 'route' ? { route: json(routeOf(data)) } : {}),
    ...(data.key !== undefined && event.name === 'custom_event.occurred'
      ? { custom_event: json({ name: data.key, timestamp: data.timestamp, payload: data.payload }) }
      : {}),
    trigger_metadata: json(metadataOf(data, more)),
  };
}

/** A route as workflows know it: the data of its event. */
function routeOf({ routeId, ...data }: Happening['data']) {
  return { id: routeId, ...data };
}

/** Maximum number of orders without a route that a message names. */
const MAX_NAMED = 50;

/** Data of the event, and the orders that an optimization left out. */
function metadataOf(data: Happening['data'], { activityResult }: Happening['more']) {
  const left = Array.isArray(activityResult?.unassignedOrders) ? activityResult.unassignedOrders : [];
  return {
    ...data,
    unassigned_count: left.length,
    unassigned_orders: left
      .slice(0, MAX_NAMED)
      .map((one: { orderId?: unknown }) => String(one.orderId))
      .join(', '),
  };
}

function json(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
