import { isLateStatus, isTerminal, storesOfJob } from '../../../fulfilment/jobs/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { armTimer, readTimer } from '../../../platform/timers/index.ts';
import type { Destination } from '../destinations/destination.ts';
import { fireTrigger } from '../firing/fire-trigger.ts';
import { settingsForEvent } from '../read-settings.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import { checkCause, type Happening, type More } from '../types/define-notification-trigger.ts';
import { JOB_CHANGED } from '../types/delivery-types.ts';
import { triggerTypeOf } from '../types/index.ts';
import { concerns, loadEventContext } from './load-event-context.ts';
import { checkTimer } from './notification-timers.ts';

/**
 * Fires the triggers of an event, each once however often the event arrives, and sets the checks of triggers that wait.
 * Without triggers it costs one read.
 */
export async function notify(deps: CoreDeps, event: EventRecord): Promise<void> {
  // A status that the delivery had already passed when it was reported sends no messages.
  if (isLateStatus(event)) return;
  const { organizationId } = event;
  const { triggers, destinations } = await settingsForEvent(deps, organizationId);
  const listening = triggers
    .map(({ value }) => value)
    .filter((trigger) => trigger.enabled && isMeant(trigger, event));
  if (listening.length === 0) return;
  const needs = new Set(listening.flatMap(({ type }) => triggerTypeOf(type)?.needs ?? []));
  const audience = destinations.map(({ value }) => value);
  for (const happening of await happeningsOf(deps, event, needs)) {
    for (const trigger of listening) await hear(deps, trigger, happening, audience);
  }
}

/** Whether an event is one of the trigger's type, and for it. */
function isMeant({ id, type: slug }: NotificationTrigger, { name, data }: EventRecord): boolean {
  const type = triggerTypeOf(slug);
  if (!type?.on.includes(name)) return false;
  return !type.isAddressed || (data as { readonly triggerId?: string }).triggerId === id;
}

/** What an event means for triggers: a change of a job counts once for each of its deliveries under way. */
async function happeningsOf(
  deps: CoreDeps,
  event: EventRecord,
  needs: ReadonlySet<keyof More>,
): Promise<readonly Happening[]> {
  const happening = await loadEventContext(deps, event, needs);
  if (event.name !== JOB_CHANGED) return [happening];
  const { job } = happening;
  return (job?.deliveries ?? [])
    .filter(({ value }) => !isTerminal(value.status))
    .map(({ value: delivery }) => ({
      ...happening,
      data: {
        jobId: delivery.jobId,
        taskId: delivery.taskId,
        deliveryId: delivery.id,
        status: delivery.status,
        historyLength: delivery.statusHistory.length,
      },
      task: job?.tasks.find(({ value }) => value.id === delivery.taskId)?.value,
      delivery,
    }));
}

async function hear(
  deps: CoreDeps,
  trigger: NotificationTrigger,
  happening: Happening,
  destinations: readonly Destination[],
): Promise<void> {
  const { event } = happening;
  const type = triggerTypeOf(trigger.type);
  const parameters = type?.parameters.safeParse(trigger.parameters);
  if (!type || !parameters?.success) return;
  const fires = type.fires?.(happening, parameters.data) ?? false;
  const check = type.check?.(happening, parameters.data);
  if ((!fires && !check) || !(await concerns(deps, trigger, happening))) return;
  if (fires) {
    const cause = type.key?.(happening, parameters.data) ?? event.id;
    await fireTrigger(deps, { trigger, happening, cause, destinations });
    for (const { jobId, taskId, deliveryId } of type.also?.(happening, parameters.data) ?? []) {
      const other = await loadEventContext(deps, { ...event, data: { jobId, taskId, deliveryId } });
      await fireTrigger(deps, { trigger, happening: other, cause: `${cause}:${deliveryId}`, destinations });
    }
  }
  if (check) await armCheck(deps, trigger, happening, check);
}

/** Checks the condition of a waiting trigger again, and fires it if it holds. */
export async function checkAgain(deps: CoreDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { data } = checkTimer.fired.parse(event).data;
  const { triggers, destinations } = await settingsForEvent(deps, organizationId);
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
    // The timer's own partition is not its subject.
    aggregateType: data.aggregateType ?? event.aggregateType,
    aggregateId: data.aggregateId ?? event.aggregateId,
  };
  const happening = await loadEventContext(deps, first, new Set(type.needs));
  if (!type.holds?.(happening, parameters.data, data.subject)) return;
  if (!(await concerns(deps, trigger, happening))) return;
  const audience = destinations.map(({ value }) => value);
  const cause = checkCause(data.subject);
  await fireTrigger(deps, { trigger, happening, cause, destinations: audience });
}

/** Fires a trigger by hand for a job. */
export async function fireForJob(
  deps: CoreDeps,
  trigger: NotificationTrigger,
  jobId: string,
  {
    cause,
    storeLocationIds: limit,
  }: { readonly cause: string; readonly storeLocationIds: readonly string[] | null },
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
  const happening = await loadEventContext(deps, event);
  const { job } = happening;
  if (!job || (limit !== null && !storesOfJob(job).some((id) => limit.includes(id)))) return false;
  const { destinations } = await settingsForEvent(deps, organizationId);
  await fireTrigger(deps, {
    trigger,
    happening,
    cause,
    destinations: destinations.map(({ value }) => value),
  });
  return true;
}

async function armCheck(
  deps: CoreDeps,
  trigger: NotificationTrigger,
  { event, data }: Happening,
  check: { readonly dueAtMs: number; readonly subject: string },
): Promise<void> {
  const { organizationId } = trigger;
  const subject = `${trigger.id}#${check.subject}`;
  const stored = await readTimer(deps.table, { organizationId, kind: checkTimer, subject });
  // This event has set it before, and a repetition changes nothing.
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
        aggregateType: event.aggregateType,
        aggregateId: event.aggregateId,
        eventData: { ...data },
        subject: check.subject,
      },
      occurredAt: toInstant(deps.clock.now()),
      stored: undefined,
    }),
  );
}
