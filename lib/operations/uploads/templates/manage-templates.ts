import { maySeeActivity } from '../../../platform/activities/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { changeStored, create, remove, replace, type Stored } from '../../../platform/table/index.ts';
import type { UploadCaller, UploadDeps } from '../manage-uploads.ts';
import { importTemplateNotFound, tooManyTemplates } from '../refusals.ts';
import {
  columnsDigest,
  type ImportTemplate,
  importTemplateEntity,
  MAX_TEMPLATES,
  templatesPartition,
} from './import-template.ts';

/** What a caller says about a template. */
export type TemplateInput = Pick<
  ImportTemplate,
  'name' | 'columns' | 'mapping' | 'values' | 'timeZone' | 'dateOrder' | 'encoding' | 'delimiter'
>;

type Deps = Pick<UploadDeps, 'table' | 'clock' | 'ids'>;

/** The templates that the caller may see, oldest first. 1 call. */
export async function listTemplates(
  { table }: Pick<Deps, 'table'>,
  caller: UploadCaller,
): Promise<readonly Stored<ImportTemplate>[]> {
  const stored = await table.readLog(importTemplateEntity, templatesPartition(caller), {
    limit: MAX_TEMPLATES,
  });
  return stored.filter(({ value }) => maySeeActivity(caller, value));
}

/** The template with this id, if the caller may see it. 1 call. */
export async function readTemplate(
  { table }: Pick<Deps, 'table'>,
  caller: UploadCaller,
  id: string,
): Promise<Stored<ImportTemplate> | Refusal> {
  const stored = await table.get(importTemplateEntity, { organizationId: caller.organizationId, id });
  return stored && maySeeActivity(caller, stored.value)
    ? stored
    : importTemplateNotFound(`There is no import template with the id "${id}".`, { id });
}

/** Saves a new template. A repetition of the request finds the template of its first attempt. */
export async function createTemplate(
  deps: Deps,
  caller: UploadCaller,
  input: TemplateInput,
): Promise<Stored<ImportTemplate> | Refusal> {
  const all = await deps.table.readLog(importTemplateEntity, templatesPartition(caller), {
    limit: MAX_TEMPLATES,
  });
  if (all.length >= MAX_TEMPLATES) {
    return tooManyTemplates(
      `There are ${MAX_TEMPLATES} import templates, which is the limit. Delete one first.`,
    );
  }
  const at = toInstant(deps.clock.now());
  const { organizationId, storeLocationIds, driverGroupIds } = caller;
  const template: ImportTemplate = {
    ...{ organizationId, id: deps.ids.next('itm'), ...input },
    columnsDigest: columnsDigest(input.columns),
    ...{ createdAt: at, updatedAt: at, createdBy: caller.keyId },
    storeLocationIds: storeLocationIds && [...storeLocationIds],
    driverGroupIds: driverGroupIds && [...driverGroupIds],
  };
  const { ok } = await deps.table.write([create(importTemplateEntity, template)]);
  return ok ? { value: template, version: 1 } : readTemplate(deps, caller, template.id);
}

/** Replaces what a template says. */
export function replaceTemplate(
  deps: Deps,
  caller: UploadCaller,
  id: string,
  input: TemplateInput,
  expectedVersion: number | undefined,
): Promise<Stored<ImportTemplate> | Refusal> {
  return changeStored(deps, place(deps, caller, id, expectedVersion), (stored) => {
    const updatedAt = toInstant(deps.clock.now());
    const next = { ...stored.value, ...input, columnsDigest: columnsDigest(input.columns), updatedAt };
    return { next, operations: [replace(importTemplateEntity, stored, next)] };
  });
}

/** Deletes a template and returns it as it was. */
export function deleteTemplate(
  deps: Deps,
  caller: UploadCaller,
  id: string,
  expectedVersion: number | undefined,
): Promise<Stored<ImportTemplate> | Refusal> {
  return changeStored(deps, place(deps, caller, id, expectedVersion), (stored) => ({
    next: stored.value,
    operations: [remove(importTemplateEntity, stored)],
  }));
}

/** Where a template is found for a change. */
function place(deps: Deps, caller: UploadCaller, id: string, expectedVersion: number | undefined) {
  return {
    what: 'import template',
    id,
    read: () => readTemplate(deps, caller, id),
    expectedVersion,
  } as const;
}
