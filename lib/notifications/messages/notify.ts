import * as z from 'zod';
import { toInstant } from '../../core/clock.ts';
import type { EventRecord } from '../../events/index.ts';
import { readJob } from '../../jobs/index.ts';
import { orderEntity } from '../../orders/index.ts';
import { readOrganization } from '../../organization/index.ts';
import type { CoreDeps } from '../../runtime/index.ts';
import { armTimer, readTimer } from '../../timers/index.ts';
import { type Destination, destinationEntity, settingsPartition } from '../destinations/destination.ts';
import { meetsConditions } from '../triggers/meets-conditions.ts';
import { type NotificationTrigger, triggerEntity } from '../triggers/trigger.ts';
import type { Happening } from '../types/define-trigger-type.ts';
import { triggerTypeOf } from '../types/index.ts';
import { messageContext } from './message-scope.ts';
import { checkTimer } from './notification-timers.ts';
import { planNotifications } from './plan-notifications.ts';

const about = z.object({
  jobId: z.string().nullish(),
  taskId: z.string().nullish(),
  deliveryId: z.string().nullish(),
  orderId: z.string().nullish(),
});

/** What the organization has set up. 1 call. */
export async function readSettings({ table }: Pick<CoreDeps, 'table'>, organizationId: string) {
  const aggregate = await table.readAggregate(settingsPartition(organizationId));
  return {
    triggers: aggregate.all(triggerEntity),
    destinations: aggregate.all(destinationEntity),
  };
}

/**
 * Makes the messages that an event sets off, each once however often the event comes: the ids of messages follow from
 * trigger, cause and recipient. Triggers that wait are armed. Nobody listening costs one read.
 */
export async function notify(event: EventRecord, deps: CoreDeps): Promise<void> {
  const { organizationId } = event;
  const { triggers, destinations } = await readSettings(deps, organizationId);
  const listening = triggers
    .map(({ value }) => value)
    .filter(({ enabled, type }) => enabled && triggerTypeOf(type)?.on.includes(event.name));
  if (listening.length === 0) return;
  const happening = await lookAround(event, deps);
  for (const trigger of listening) {
    if (!concerns(trigger, happening)) continue;
    const type = triggerTypeOf(trigger.type);
    const parameters = type?.parameters.safeParse(trigger.parameters);
    if (!type || !parameters?.success) continue;
    if (type.fires?.(happening, parameters.data)) {
      await fire(
        trigger,
        happening,
        event.id,
        destinations.map(({ value }) => value),
        deps,
      );
    }
    const check = type.check?.(happening, parameters.data);
    if (check) await armCheck(trigger, happening, check, deps);
  }
}

/** Looks again at what a trigger waits for, and fires it if it is the case. */
export async function checkAgain(event: EventRecord, deps: CoreDeps): Promise<void> {
  const { organizationId } = event;
  const { data } = checkTimer.fired.parse(event).data;
  const { triggers, destinations } = await readSettings(deps, organizationId);
  const trigger = triggers.find(({ value }) => value.id === data.triggerId)?.value;
  const type = trigger && triggerTypeOf(trigger.type);
  const parameters = type?.parameters.safeParse(trigger?.parameters);
  if (!trigger?.enabled || !type || !parameters?.success) return;
  const first: EventRecord = {
    ...event,
    id: data.eventId,
    name: data.eventName,
    occurredAt: data.occurredAt,
    data: data.eventData,
  };
  const happening = await lookAround(first, deps);
  if (!concerns(trigger, happening) || !type.holds?.(happening, parameters.data)) return;
  await fire(
    trigger,
    happening,
    `check:${data.subject}`,
    destinations.map(({ value }) => value),
    deps,
  );
}

/** Fires a trigger by hand for a job. */
export async function fireForJob(
  trigger: NotificationTrigger,
  jobId: string,
  cause: string,
  deps: CoreDeps,
): Promise<boolean> {
  const { organizationId } = trigger;
  const event: EventRecord = {
    id: cause,
    name: 'api',
    organizationId,
    aggregateType: 'job',
    aggregateId: jobId,
    occurredAt: toInstant(deps.clock.now()),
    data: { jobId },
  };
  const happening = await lookAround(event, deps);
  if (!happening.job) return false;
  const { destinations } = await readSettings(deps, organizationId);
  await fire(
    trigger,
    happening,
    cause,
    destinations.map(({ value }) => value),
    deps,
  );
  return true;
}

/** The job and order that an event is about, as they are now. At most 2 calls. */
export async function lookAround(event: EventRecord, deps: Pick<CoreDeps, 'table'>): Promise<Happening> {
  const { organizationId } = event;
  const data = z.record(z.string(), z.unknown()).catch({}).parse(event.data);
  const ids = about.catch({}).parse(data);
  const job = ids.jobId ? await readJob(deps.table, organizationId, ids.jobId) : undefined;
  const task = ids.taskId
    ? job?.tasks.find(({ value }) => value.id === ids.taskId)?.value
    : job?.tasks.at(-1)?.value;
  const delivery = job?.deliveries.find(
    ({ value }) => value.id === (ids.deliveryId ?? task?.deliveryId),
  )?.value;
  const configuration = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value;
  const orderId = ids.orderId ?? configuration?.orderId;
  const order = orderId
    ? (await deps.table.get(orderEntity, { organizationId, id: orderId }))?.value
    : undefined;
  return { event, data, job, task, delivery, order };
}

/** Whether what happened is within the trigger's targeting: strategies and conditions on metadata. */
function concerns(trigger: NotificationTrigger, { job, order }: Happening): boolean {
  const strategyId = job?.job.value.strategy.id ?? order?.dispatchStrategyId;
  if (trigger.optionsGroupIds.length > 0 && !(strategyId && trigger.optionsGroupIds.includes(strategyId))) {
    return false;
  }
  const metadata = { ...order?.orderMetadata, ...job?.job.value.jobMetadata };
  return meetsConditions(trigger.conditionalLogic, metadata);
}

async function fire(
  trigger: NotificationTrigger,
  happening: Happening,
  cause: string,
  destinations: readonly Destination[],
  deps: CoreDeps,
): Promise<void> {
  const nowMs = deps.clock.now();
  const { organizationId } = trigger;
  const delay = z
    .object({ sendScheduledMessage: z.literal(true), scheduledSendDeltaMinutes: z.number() })
    .safeParse(trigger.parameters);
  const planned = planNotifications(
    {
      organizationId,
      trigger,
      cause,
      jobId: happening.job?.job.value.id ?? null,
      orderId: happening.order?.id ?? null,
      context: messageContext(happening),
      nowMs,
      notBeforeMs: nowMs + (delay.success ? delay.data.scheduledSendDeltaMinutes * 60_000 : 0),
      listShards: (await readOrganization(deps, organizationId)).value.listShards,
    },
    destinations,
  );
  for (const { notification, operations } of planned) {
    const outcome = await deps.table.write(operations);
    if (!outcome.ok) {
      deps.log.info('notifications.known', 'This message exists already.', {
        notificationId: notification.id,
      });
    }
  }
}

async function armCheck(
  trigger: NotificationTrigger,
  { event, data }: Happening,
  check: { readonly dueAtMs: number; readonly subject: string },
  deps: CoreDeps,
): Promise<void> {
  const { organizationId } = trigger;
  const subject = `${trigger.id}#${check.subject}`;
  const stored = await readTimer(deps.table, { organizationId, kind: checkTimer, subject });
  // Armed by this very event before: a repetition changes nothing.
  if (stored) return;
  await deps.table.write(
    armTimer({
      organizationId,
      kind: checkTimer,
      subject,
      dueAt: toInstant(Math.max(check.dueAtMs, deps.clock.now())),
      data: {
        triggerId: trigger.id,
        eventName: event.name,
        eventId: event.id,
        occurredAt: event.occurredAt,
        eventData: { ...data },
        subject: check.subject,
      },
      occurredAt: toInstant(deps.clock.now()),
      stored: undefined,
    }),
  );
}
