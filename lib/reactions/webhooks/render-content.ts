import * as z from 'zod';
import { renderRouteWebhook } from '../../fleet/routes/index.ts';
import { isLateStatus, readJob, renderJob, taskEvents } from '../../fulfilment/jobs/index.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { WebhookContent } from './make-message.ts';

/** Data of every event of a delivery or task. */
const aboutDelivery = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  historyLength: z.number().optional(),
  lateCount: z.number().optional(),
  /** Subject of the event besides the job, shown with it. */
  refundRequest: z.record(z.string(), z.unknown()).optional(),
});

/** Maximum number of packages of a job up to which a message shows all of them. */
const MAX_PACKAGES = 20;

/**
 * Public content of an event: the job at that time, tagged with the ids that a receiver may search for.
 * Undefined when the job is gone.
 */
export async function renderContent(
  deps: Pick<CoreDeps, 'table'>,
  event: EventRecord,
): Promise<WebhookContent | undefined> {
  if (event.name.startsWith('route.')) return renderRouteWebhook(deps, event);
  if (event.name === 'shift.dispatched') return renderShift(event);
  if (event.name === 'form.submitted') return renderForm(event);
  const { jobId, taskId, deliveryId, historyLength, lateCount, refundRequest } = aboutDelivery.parse(
    event.data,
  );
  const aggregate = await readJob(deps.table, event.organizationId, jobId);
  if (!aggregate) return undefined;
  const isExhausted = event.name === taskEvents.attempts_exhausted.name;
  const asOf =
    historyLength === undefined ? {} : { asOf: { deliveryId, historyLength, lateCount, isExhausted } };
  // A message is one item of at most 400 kB: of a large batch it shows only the package of the event.
  const isLarge = aggregate.configurations.length > MAX_PACKAGES;
  const only = aggregate.tasks.find(({ value }) => value.id === taskId)?.value.configurationId;
  const job = renderJob(aggregate, isLarge ? { ...asOf, onlyConfigurationId: only, compressed: true } : asOf);
  const data = {
    ...job,
    ...(refundRequest ? { refundRequest } : {}),
    ...(isLateStatus(event) ? { late: true } : {}),
  };
  const orders = aggregate.configurations
    .filter(({ value }) => !isLarge || value.id === only)
    .map(({ value }) => value.orderId);
  const tags = [jobId, taskId, deliveryId, ...orders, job.externalIdentifier, refundRequest?.id];
  return { data, tags: [...new Set(tags.filter((tag) => typeof tag === 'string'))] };
}

const aboutShift = z.object({
  eventSourceId: z.string(),
  created_job_ids: z.array(z.string()),
  errors: z.record(z.string(), z.string()),
  deliveryWindowId: z.string(),
});

/** Maximum number of tags of a message. */
const MAX_TAGS = 100;

/** The orders of a window that were dispatched after its cutoff, and why others were not. */
function renderShift(event: EventRecord): WebhookContent {
  const { eventSourceId, created_job_ids, errors, deliveryWindowId } = aboutShift.parse(event.data);
  const tags = [eventSourceId, deliveryWindowId, ...created_job_ids, ...Object.keys(errors)];
  return { data: { eventSourceId, created_job_ids, errors }, tags: tags.slice(0, MAX_TAGS) };
}

const aboutForm = z.looseObject({
  id: z.string(),
  courierId: z.string(),
  deliveryId: z.string().nullable(),
  routeId: z.string().nullable(),
});

/** What a driver filled in. */
function renderForm(event: EventRecord): WebhookContent {
  const data = aboutForm.parse(event.data);
  const { id, courierId, deliveryId, routeId } = data;
  return { data, tags: [id, courierId, deliveryId, routeId].filter((tag) => tag !== null) };
}
