import { auditedChange } from '../../../platform/audit/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { changeStored, create, remove, replace, type Stored } from '../../../platform/table/index.ts';
import { readSettings } from '../read-settings.ts';
import { invalidNotificationTrigger, notificationInUse, notificationNotFound } from '../refusals.ts';
import type { SettingsContext } from '../settings-context.ts';
import {
  type EmailTemplate,
  type EmailTemplateVersion,
  emailTemplateEntity,
  emailTemplateVersionEntity,
  MAX_TEMPLATES,
  MAX_VERSIONS,
  templatePartition,
} from './email-template.ts';
import { emailTemplateProblem } from './render-template.ts';

export type TemplateContent = EmailTemplate['draft'];

/** Creates a template. It is not sent until it is published. */
export async function createTemplate(
  context: SettingsContext,
  { name, draft }: Pick<EmailTemplate, 'name' | 'draft'>,
  id: string,
): Promise<Stored<EmailTemplate> | Refusal> {
  const { organizationId } = context.origin;
  const refusal = checkContent(draft);
  if (refusal) return refusal;
  const rows = await listTemplates(context);
  if (rows.length >= MAX_TEMPLATES) {
    return invalidNotificationTrigger(
      `There are ${rows.length} templates, which is the maximum. Delete one first.`,
    );
  }
  const at = toInstant(context.clock.now());
  const value: EmailTemplate = {
    organizationId,
    id,
    name,
    draft,
    publishedVersion: null,
    latestVersion: 0,
    createdAt: at,
    updatedAt: at,
  };
  const outcome = await context.table.write([
    create(emailTemplateEntity, value),
    audited(context, 'created', null, value),
  ]);
  return outcome.ok ? { value, version: 1 } : findTemplate(context, id);
}

/** Templates of the organization, newest first. */
export async function listTemplates({ table, origin: { organizationId } }: SettingsContext) {
  const rows = await table.list(emailTemplateEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: MAX_TEMPLATES,
  });
  return rows.map(({ row }) => row as Pick<EmailTemplate, 'id' | 'name' | 'publishedVersion' | 'updatedAt'>);
}

/** A template by its id. */
export async function findTemplate(
  { table, origin: { organizationId } }: SettingsContext,
  id: string,
): Promise<Stored<EmailTemplate> | Refusal> {
  return (
    (await table.get(emailTemplateEntity, { organizationId, id })) ??
    notificationNotFound(`There is no e-mail template "${id}".`, { id })
  );
}

/** Versions of a template, newest first. */
export async function listVersions(
  context: SettingsContext,
  id: string,
): Promise<readonly EmailTemplateVersion[] | Refusal> {
  const template = await findTemplate(context, id);
  if (isRefusal(template)) return template;
  const { organizationId } = context.origin;
  const found = await context.table.readLog(
    emailTemplateVersionEntity,
    templatePartition({ organizationId, id }),
    { limit: MAX_VERSIONS },
  );
  return found.map(({ value }) => value).toSorted((a, b) => b.version - a.version);
}

/** Changes the name or the draft. E-mails use the published version until the next publication. */
export async function changeTemplate(
  context: SettingsContext,
  id: string,
  fields: { readonly name?: string | undefined; readonly draft?: Partial<TemplateContent> | undefined },
): Promise<Stored<EmailTemplate> | Refusal> {
  return changed(context, id, (before, updatedAt) => {
    const draft = { ...before.draft, ...fields.draft };
    return checkContent(draft) ?? { next: { ...before, name: fields.name ?? before.name, draft, updatedAt } };
  });
}

/** Publishes the draft or, with a version, its content, as a new version, which is sent from now on. */
export async function publishTemplate(
  context: SettingsContext,
  id: string,
  restoredFrom: number | null,
): Promise<Stored<EmailTemplate> | Refusal> {
  const { organizationId, actor } = context.origin;
  const earlier =
    restoredFrom === null
      ? undefined
      : await context.table.get(emailTemplateVersionEntity, {
          organizationId,
          templateId: id,
          version: restoredFrom,
        });
  if (restoredFrom !== null && !earlier) {
    return notificationNotFound(`The e-mail template "${id}" has no version ${restoredFrom}.`, {
      id,
      version: restoredFrom,
    });
  }
  return changed(context, id, (before, updatedAt) => {
    if (before.latestVersion >= MAX_VERSIONS) {
      return invalidNotificationTrigger(
        `The template has ${before.latestVersion} versions, which is the maximum. Create another template.`,
      );
    }
    const { subject, html, text } = earlier?.value ?? before.draft;
    const version = before.latestVersion + 1;
    const published: EmailTemplateVersion = {
      organizationId,
      templateId: id,
      version,
      subject,
      html,
      text,
      restoredFrom,
      publishedAt: updatedAt,
      publishedBy: actor.id,
    };
    return { next: { ...before, publishedVersion: version, latestVersion: version, updatedAt }, published };
  });
}

/** Deletes a template that no destination uses. */
export async function deleteTemplate(
  context: SettingsContext,
  id: string,
): Promise<Stored<EmailTemplate> | Refusal> {
  return changeStored(context, place(context, id), async (stored) => {
    const { destinations } = await readSettings(context, context.origin.organizationId);
    const usedBy = destinations
      .filter(({ value }) => value.channels.some(({ emailTemplateId }) => emailTemplateId === id))
      .map(({ value }) => value.id);
    if (usedBy.length > 0) {
      return notificationInUse(
        `The e-mail template "${id}" is used by ${usedBy.length} destinations. Remove it from them first.`,
        { usedBy },
      );
    }
    const operations = [remove(emailTemplateEntity, stored), audited(context, 'deleted', stored.value, null)];
    return { next: stored.value, operations };
  });
}

/** The published version; undefined when the template is gone or was never published. 2 calls. */
export async function publishedTemplate(
  { table }: Pick<SettingsContext, 'table'>,
  organizationId: string,
  id: string,
): Promise<EmailTemplateVersion | undefined> {
  const version = (await table.get(emailTemplateEntity, { organizationId, id }))?.value.publishedVersion;
  if (version === null || version === undefined) return undefined;
  return (await table.get(emailTemplateVersionEntity, { organizationId, templateId: id, version }))?.value;
}

/** Where a template is found for a change. */
function place(context: SettingsContext, id: string) {
  const read = () => findTemplate(context, id);
  return { what: 'email template', id, read, expectedVersion: context.expectedVersion } as const;
}

async function changed(
  context: SettingsContext,
  id: string,
  change: (
    before: EmailTemplate,
    at: string,
  ) => { readonly next: EmailTemplate; readonly published?: EmailTemplateVersion } | Refusal,
): Promise<Stored<EmailTemplate> | Refusal> {
  return changeStored(context, place(context, id), (stored) => {
    const made = change(stored.value, toInstant(context.clock.now()));
    if (isRefusal(made)) return made;
    const { next, published } = made;
    const operations = [
      replace(emailTemplateEntity, stored, next),
      ...(published ? [create(emailTemplateVersionEntity, published)] : []),
      audited(context, published ? 'published' : 'updated', stored.value, next),
    ];
    return { next, operations };
  });
}

function audited(
  context: SettingsContext,
  action: string,
  before: EmailTemplate | null,
  after: EmailTemplate | null,
) {
  return auditedChange(context.origin, {
    entityType: 'email_template',
    entityId: (after ?? before)?.id ?? '',
    action,
    at: toInstant(context.clock.now()),
    before,
    after,
  });
}

/** What is wrong with a template; undefined when it is valid. */
function checkContent(draft: TemplateContent): Refusal | undefined {
  for (const [field, source] of Object.entries(draft)) {
    const problem = source === null ? undefined : emailTemplateProblem(source);
    if (problem) return invalidNotificationTrigger(`\`${field}\` ${problem}`, { field });
  }
  if (draft.text?.trim() === '') {
    return invalidNotificationTrigger('`text` is empty. Leave it out to send the message itself.', {
      field: 'text',
    });
  }
  return undefined;
}
