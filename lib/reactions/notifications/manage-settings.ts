import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeStored, create, remove, replace, type Stored } from '../../platform/table/index.ts';
import { planRelease } from '../../platform/uses/index.ts';
import { checkDestination, checkTrigger } from './check-settings.ts';
import { planEventUses } from './custom-event-uses.ts';
import { type Destination, destinationEntity, MAX_DESTINATIONS } from './destinations/destination.ts';
import { readSettings } from './read-settings.ts';
import { invalidNotificationTrigger, notificationInUse, notificationNotFound } from './refusals.ts';
import type { DestinationFields, SettingsContext, TriggerFields } from './settings-context.ts';
import { publishedTemplate } from './templates/manage-templates.ts';
import { MAX_TRIGGERS, type NotificationTrigger, triggerEntity } from './triggers/trigger.ts';
import { resolveReferences } from './triggers/trigger-references.ts';
import { triggerTypeOf } from './types/index.ts';

/** Creates a destination. */
export async function createDestination(
  context: SettingsContext,
  fields: DestinationFields,
  id: string,
): Promise<Stored<Destination> | Refusal> {
  const { destinations } = await readSettings(context, context.origin.organizationId);
  const refusal = checkDestination(fields, context.destinations) ?? (await checkTemplates(context, fields));
  if (refusal) return refusal;
  if (destinations.length >= MAX_DESTINATIONS) {
    return invalidNotificationTrigger(
      `There are ${destinations.length} destinations, which is the maximum. Delete one first.`,
    );
  }
  const at = toInstant(context.clock.now());
  const value: Destination = {
    ...fields,
    organizationId: context.origin.organizationId,
    id,
    createdAt: at,
    updatedAt: at,
  };
  const outcome = await context.table.write([
    create(destinationEntity, value),
    auditedChange(context.origin, {
      entityType: 'notification_destination',
      entityId: id,
      action: 'created',
      at,
      before: null,
      after: value,
    }),
  ]);
  return outcome.ok ? { value, version: 1 } : findDestination(context, id);
}

/** A destination by its id. */
export async function findDestination(
  { table, origin: { organizationId } }: SettingsContext,
  id: string,
): Promise<Stored<Destination> | Refusal> {
  return (
    (await table.get(destinationEntity, { organizationId, id })) ??
    notificationNotFound(`There is no notification destination "${id}".`, { id })
  );
}

/** Changes the fields that are sent. */
export async function changeDestination(
  context: SettingsContext,
  id: string,
  fields: Partial<DestinationFields>,
): Promise<Stored<Destination> | Refusal> {
  return changeStored(context, destinationPlace(context, id), async (stored) => {
    const next = { ...stored.value, ...fields, updatedAt: toInstant(context.clock.now()) };
    const refusal = checkDestination(next, context.destinations) ?? (await checkTemplates(context, next));
    if (refusal) return refusal;
    const audited = auditedChange(context.origin, {
      entityType: 'notification_destination',
      entityId: id,
      action: 'updated',
      at: next.updatedAt,
      before: stored.value,
      after: next,
    });
    return { next, operations: [replace(destinationEntity, stored, next), audited] };
  });
}

/** Deletes a destination that no trigger and no workflow uses. */
export async function deleteDestination(
  context: SettingsContext,
  id: string,
): Promise<Stored<Destination> | Refusal> {
  const { organizationId } = context.origin;
  return changeStored(context, destinationPlace(context, id), async (stored) => {
    const { triggers } = await readSettings(context, organizationId);
    const usedBy = triggers
      .filter(({ value }) => value.notificationGroupIds.includes(id))
      .map(({ value }) => value.id);
    if (usedBy.length > 0) {
      return notificationInUse(
        `The destination "${id}" is used by ${usedBy.length} triggers. Remove it from them first.`,
        { usedBy },
      );
    }
    const used = { kind: 'destination', id, noun: 'destination' } as const;
    const release = await planRelease(context.table, organizationId, used);
    if (isRefusal(release)) return release;
    const audited = auditedChange(context.origin, {
      entityType: 'notification_destination',
      entityId: id,
      action: 'deleted',
      at: toInstant(context.clock.now()),
      before: stored.value,
      after: null,
    });
    return { next: stored.value, operations: [remove(destinationEntity, stored), release, audited] };
  });
}

/** Where a destination is found for a change. */
function destinationPlace(context: SettingsContext, id: string) {
  const read = () => findDestination(context, id);
  return { what: 'notification destination', id, read, expectedVersion: context.expectedVersion } as const;
}

/** Creates a trigger. */
export async function createTrigger(
  context: SettingsContext,
  fields: TriggerFields,
  id: string,
): Promise<Stored<NotificationTrigger> | Refusal> {
  const { organizationId } = context.origin;
  if (triggerTypeOf(fields.type)?.creatable === false) {
    return invalidNotificationTrigger(
      `\`type\` is "${fields.type}", which only the service itself creates. Change the existing trigger of this type, or use a type whose \`creatable\` is true in the catalog.`,
      { field: 'type' },
    );
  }
  const settings = await readSettings(context, organizationId);
  const valid = checkTrigger(fields, settings.destinations);
  if (isRefusal(valid)) return valid;
  const checked = await resolveReferences(context.table, organizationId, valid, undefined);
  if (isRefusal(checked)) return checked;
  if (settings.triggers.length >= MAX_TRIGGERS) {
    return invalidNotificationTrigger(
      `There are ${settings.triggers.length} triggers, which is the maximum. Delete one first.`,
    );
  }
  const refusal = tooMany(checked.type, settings.triggers) ?? context.refuseTrigger?.(checked);
  if (refusal) return refusal;
  const at = toInstant(context.clock.now());
  const value: NotificationTrigger = { ...checked, organizationId, id, createdAt: at, updatedAt: at };
  const uses = await planEventUses(context.table, undefined, value);
  if (isRefusal(uses)) return uses;
  const outcome = await context.table.write([
    create(triggerEntity, value),
    ...uses,
    auditedChange(context.origin, {
      entityType: 'notification_trigger',
      entityId: id,
      action: 'created',
      at,
      before: null,
      after: value,
    }),
  ]);
  return outcome.ok ? { value, version: 1 } : findTrigger(context, id);
}

/** Refuses one more trigger of a type that an organization may have a few of. */
function tooMany(slug: string, triggers: readonly Stored<NotificationTrigger>[]): Refusal | undefined {
  const most = triggerTypeOf(slug)?.most;
  const known = triggers.filter(({ value }) => value.type === slug).length;
  if (most === undefined || known < most) return undefined;
  return invalidNotificationTrigger(
    `There are ${known} triggers of the type "${slug}", which is the maximum. Delete one first.`,
    { field: 'type' },
  );
}

/** A trigger by its id. */
export async function findTrigger(
  { table, origin: { organizationId } }: SettingsContext,
  id: string,
): Promise<Stored<NotificationTrigger> | Refusal> {
  return (
    (await table.get(triggerEntity, { organizationId, id })) ??
    notificationNotFound(`There is no notification trigger "${id}".`, { id })
  );
}

/** Changes the fields that are sent; the type of a trigger stays. */
export async function changeTrigger(
  context: SettingsContext,
  id: string,
  fields: Partial<Omit<TriggerFields, 'type'>>,
): Promise<Stored<NotificationTrigger> | Refusal> {
  return changeStored(context, triggerPlace(context, id), async (stored) => {
    const { organizationId } = context.origin;
    const { destinations } = await readSettings(context, organizationId);
    const valid = checkTrigger({ ...stored.value, ...fields }, destinations);
    if (isRefusal(valid)) return valid;
    const checked = await resolveReferences(context.table, organizationId, valid, stored.value);
    if (isRefusal(checked)) return checked;
    const refusal = context.refuseTrigger?.(checked);
    if (refusal) return refusal;
    const next = { ...stored.value, ...checked, updatedAt: toInstant(context.clock.now()) };
    const uses = await planEventUses(context.table, stored.value, next);
    if (isRefusal(uses)) return uses;
    const audited = auditedChange(context.origin, {
      entityType: 'notification_trigger',
      entityId: id,
      action: 'updated',
      at: next.updatedAt,
      before: stored.value,
      after: next,
    });
    return { next, operations: [replace(triggerEntity, stored, next), ...uses, audited] };
  });
}

/** Deletes a trigger. Its waiting checks do nothing any more. */
export async function deleteTrigger(
  context: SettingsContext,
  id: string,
): Promise<Stored<NotificationTrigger> | Refusal> {
  return changeStored(context, triggerPlace(context, id), async (stored) => {
    const uses = await planEventUses(context.table, stored.value, undefined);
    if (isRefusal(uses)) return uses;
    const audited = auditedChange(context.origin, {
      entityType: 'notification_trigger',
      entityId: id,
      action: 'deleted',
      at: toInstant(context.clock.now()),
      before: stored.value,
      after: null,
    });
    return { next: stored.value, operations: [remove(triggerEntity, stored), ...uses, audited] };
  });
}

/** Where a trigger is found for a change. */
function triggerPlace(context: SettingsContext, id: string) {
  const read = () => findTrigger(context, id);
  return { what: 'notification trigger', id, read, expectedVersion: context.expectedVersion } as const;
}

/** Why a destination cannot use its templates; undefined when it can. */
async function checkTemplates(
  context: SettingsContext,
  { channels }: DestinationFields,
): Promise<Refusal | undefined> {
  for (const [index, { type, emailTemplateId }] of channels.entries()) {
    if (emailTemplateId === null) continue;
    const field = `channels[${index}].emailTemplateId`;
    if (type !== 'email') {
      return invalidNotificationTrigger(
        `\`${field}\` is only for e-mails, but the channel is ${type}. Leave it out.`,
        { field },
      );
    }
    const found = await publishedTemplate(context, context.origin.organizationId, emailTemplateId);
    if (!found) {
      return invalidNotificationTrigger(
        `\`${field}\` is "${emailTemplateId}", which is not a published template. Publish it first.`,
        { field },
      );
    }
  }
  return undefined;
}
