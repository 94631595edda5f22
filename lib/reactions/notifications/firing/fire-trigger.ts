import * as z from 'zod';
import { type FlagRequest, planFlag } from '../../../fulfilment/flags/index.ts';
import { jobPartition, storesOfJob } from '../../../fulfilment/jobs/index.ts';
import { chatChannelOf } from '../../../fulfilment/providers/accounts/index.ts';
import { storesOfOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { eventEntity } from '../../../platform/events/index.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, type Operation, type Partition } from '../../../platform/table/index.ts';
import { agentConversationCompleted, startAgentRun } from '../../agents/index.ts';
import { planOccurrence } from '../../custom-events/index.ts';
import type { Destination } from '../destinations/destination.ts';
import { messageContext } from '../messages/message-scope.ts';
import { type Firing, planNotifications } from '../messages/plan-notifications.ts';
import { recipientPlace, withReadableTimes } from '../messages/recipient-locale.ts';
import { storeMessages } from '../messages/store-messages.ts';
import { publishedTemplate } from '../templates/manage-templates.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import type { Happening } from '../types/define-notification-trigger.ts';
import { triggerTypeOf } from '../types/index.ts';
import { firedOnceEntity } from './fired-once.ts';
import { triggerTripped } from './trigger-tripped.ts';

/** A firing trigger: its subject, and the key that distinguishes this firing from others of the same trigger. */
export interface TriggerFiring {
  readonly trigger: NotificationTrigger;
  readonly happening: Happening;
  readonly cause: string;
  readonly destinations: readonly Destination[];
}

type FlagSubject = Pick<FlagRequest, 'jobId' | 'orderId' | 'target' | 'targetId'>;

/**
 * Carries out the actions of a firing trigger: the entry on the timeline with the flag, the custom event, the
 * messages. Each has a key that is derived from the cause, so that a repetition continues after a crash and
 * does nothing twice.
 */
export async function fireTrigger(deps: CoreDeps, firing: TriggerFiring): Promise<void> {
  await deps.table.write(tripOf(deps, firing));
  await occur(deps, firing);
  await handOff(deps, firing);
  await makeMessages(deps, firing);
}

function tripOf(deps: CoreDeps, { trigger, happening, cause }: TriggerFiring): readonly Operation[] {
  const { organizationId, id, name, type } = trigger;
  const { event, data, job, task, delivery, order } = happening;
  const occurredAt = toInstant(deps.clock.now());
  const jobId = job?.job.value.id ?? null;
  const aggregate: Partition =
    jobId === null
      ? { organizationId, type: event.aggregateType, id: event.aggregateId }
      : jobPartition(organizationId, jobId);
  const deliveryId = delivery?.id ?? null;
  const routeId = typeof data.routeId === 'string' ? data.routeId : null;
  const flagged = flaggedOf(happening);
  return [
    triggerTripped.record({
      aggregate,
      cause: `${id}#${cause}`,
      occurredAt,
      data: {
        triggerId: id,
        triggerName: name,
        type,
        parameters: trigger.parameters,
        cause,
        jobId,
        taskId: task?.id ?? null,
        deliveryId,
        orderId: order?.id ?? null,
        routeId,
      },
    }),
    ...(trigger.flag && flagged
      ? planFlag(
          {
            ...flagged,
            organizationId,
            message: trigger.name,
            isAutoResolved: trigger.autoResolveFlag,
            recoversWith: recoveryOf(trigger),
            storeLocationIds: [...storesOf(happening)],
            raisedBy: `notification_trigger:${id}`,
            cause: `${id}#${cause}`,
          },
          occurredAt,
        )
      : []),
  ];
}

/** What a flag belongs to: the delivery, otherwise its attempt, otherwise the order, which has no job yet. */
function flaggedOf({ job, task, delivery, order }: Happening): FlagSubject | undefined {
  const jobId = job?.job.value.id;
  if (jobId && delivery) return { jobId, target: 'delivery', targetId: delivery.id };
  if (jobId && task) return { jobId, target: 'task', targetId: task.id };
  return order && { jobId: null, orderId: order.id, target: 'order', targetId: order.id };
}

function recoveryOf({ type: slug, parameters }: NotificationTrigger): string[] | null {
  const type = triggerTypeOf(slug);
  const parsed = type?.parameters.safeParse(parameters);
  const statuses = parsed?.success ? type?.recoversWith?.(parsed.data) : undefined;
  return statuses ? [...statuses] : null;
}

/** Emits the trigger's custom event on the job or, without one, on the order (specification 6.5). */
async function occur(deps: CoreDeps, { trigger, happening, cause }: TriggerFiring): Promise<void> {
  const { organizationId, customEventName: name } = trigger;
  const jobId = happening.job?.job.value.id;
  const orderId = happening.order?.id;
  const entityId = jobId ?? orderId;
  if (name === null || entityId === undefined) return;
  // A trigger that listens to the event that it emits would fire for ever.
  if (happening.event.name === 'custom_event.occurred' && happening.data.key === name) return;
  const subject = {
    organizationId,
    entityType: jobId ? ('job' as const) : ('order' as const),
    entityId,
  };
  const payload = { triggerId: trigger.id, triggerName: trigger.name, type: trigger.type };
  const isWritten = await retryLostRace(deps.clock, async () => {
    const operations = await planOccurrence(
      deps.table,
      subject,
      { name, payload, cause: `${trigger.id}#${cause}` },
      { nowMs: deps.clock.now(), isLimited: false },
    );
    if (isRefusal(operations)) {
      deps.log.warn('notifications.no-custom-event', operations.message, {
        organizationId,
        triggerId: trigger.id,
      });
      return true;
    }
    const outcome = await deps.table.write(operations);
    return outcome.ok || outcome.conflicts.some(isEvent);
  });
  if (!isWritten)
    throw new Error(`The custom event of ${trigger.id} could not be written because of other writers.`);
}

/** Hands the subject of the trigger to its agent, whose run reports (specification 6.5). */
async function handOff(deps: CoreDeps, { trigger, happening, cause }: TriggerFiring): Promise<void> {
  const { organizationId, agentId, id, name, type } = trigger;
  // An agent that is notified of the end of its own runs would run for ever.
  if (agentId === null || happening.event.name === agentConversationCompleted.name) return;
  const { event, job, task, delivery, order, data } = happening;
  const started = await startAgentRun(deps, organizationId, {
    id: `agr_${digest('notification', id, cause)}`,
    agentId,
    startedBy: { type: 'notification', by: null, name },
    rights: { permissions: null, storeLocationIds: null, driverGroupIds: null },
    question: 'A notification trigger fired for the subject of the material. Look into it and report.',
    material: {
      trigger: { id, name, type, parameters: trigger.parameters },
      event: { name: event.name, occurredAt: event.occurredAt },
      jobId: job?.job.value.id ?? null,
      taskId: task?.id ?? null,
      deliveryId: delivery?.id ?? null,
      orderId: order?.id ?? null,
      routeId: typeof data.routeId === 'string' ? data.routeId : null,
    },
  });
  if (isRefusal(started)) {
    deps.log.warn('notifications.no-agent-run', started.message, { organizationId, triggerId: id });
  }
}

/** The event exists, so an earlier invocation wrote it. */
function isEvent(operation: Operation): boolean {
  return operation.kind === 'put' && operation.item.type === eventEntity.name;
}

async function makeMessages(deps: CoreDeps, { trigger, happening, cause, destinations }: TriggerFiring) {
  const nowMs = deps.clock.now();
  if (trigger.notificationGroupIds.length === 0) return;
  const delay = z
    .object({ sendScheduledMessage: z.literal(true), scheduledSendDeltaMinutes: z.number() })
    .safeParse(trigger.parameters);
  const firing = await firingOf(deps, { trigger, happening, cause, destinations });
  const notBeforeMs = nowMs + (delay.success ? delay.data.scheduledSendDeltaMinutes * 60_000 : 0);
  const open = trigger.oncePerJob ? await withoutFired(deps, firing, destinations) : destinations;
  const planned = planNotifications({ ...firing, notBeforeMs }, open);
  await storeMessages(deps, planned, notBeforeMs);
}

/**
 * The destinations for which the trigger has not fired on this job before, to any recipient (specification 2.8). A
 * repetition of the same firing finds its own. 1 write for each destination, and 1 read for a known one.
 */
async function withoutFired(
  deps: CoreDeps,
  { organizationId, trigger, jobId, orderId, cause, nowMs }: Firing,
  destinations: readonly Destination[],
): Promise<readonly Destination[]> {
  const about = jobId ?? orderId;
  if (about === null) return destinations;
  const open: Destination[] = [];
  for (const destination of destinations.filter(({ id }) => trigger.notificationGroupIds.includes(id))) {
    const id = digest(trigger.id, about, destination.id);
    const fired = { organizationId, id, cause, at: toInstant(nowMs) };
    const outcome = await deps.table.write([create(firedOnceEntity, fired)]);
    const first = outcome.ok ? fired : (await deps.table.get(firedOnceEntity, { organizationId, id }))?.value;
    if (first === undefined || first.cause === cause) open.push(destination);
  }
  return open;
}

/** Everything that the messages of a firing need. 2 reads, and 2 for each template of e-mails. */
export async function firingOf(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { trigger, happening, cause, destinations }: TriggerFiring,
): Promise<Firing> {
  const { organizationId } = trigger;
  const nowMs = deps.clock.now();
  const chatChannel = await chatChannelOf(deps.table, organizationId, happening.task?.providerId);
  const context = messageContext(happening, chatChannel);
  const place = recipientPlace(happening, context);
  const ids = destinations
    .filter(({ id }) => trigger.notificationGroupIds.includes(id))
    .flatMap(({ channels }) => channels.flatMap(({ emailTemplateId }) => emailTemplateId ?? []));
  const templates = await Promise.all(
    [...new Set(ids)].map(async (id) => [id, await publishedTemplate(deps, organizationId, id)] as const),
  );
  return {
    organizationId,
    trigger,
    cause,
    jobId: happening.job?.job.value.id ?? null,
    orderId: happening.order?.id ?? null,
    context: withReadableTimes(context, place),
    place,
    templates: new Map(templates.flatMap(([id, version]) => (version ? [[id, version] as const] : []))),
    nowMs,
    storeLocationIds: storesOf(happening),
    notBeforeMs: nowMs,
    listShards: (await readOrganization(deps, organizationId)).value.listShards,
  };
}

function storesOf({ job, order }: Happening): readonly string[] {
  if (job) return storesOfJob(job);
  return order ? storesOfOrder(order) : [];
}
