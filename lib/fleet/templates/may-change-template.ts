import { findDrivers } from '../fleet/index.ts';
import type { TemplateDeps, TemplateEditor } from './make-instances.ts';
import type { Template } from './template.ts';

/** The part of a payload that determines the owner of the windows or shifts. */
interface Owners {
  readonly storeLocationId?: string | null;
  readonly externalStoreLocationId?: string | null;
  readonly courierId?: string | null;
}

/** Whether a template creates windows or shifts that the caller may change: of its store locations, of its drivers. */
export async function mayChangeTemplate(
  { table, places }: TemplateDeps,
  editor: TemplateEditor,
  { type, payload }: Template,
): Promise<boolean> {
  const { organizationId, storeLocationIds, driverGroupIds } = editor;
  const { storeLocationId, externalStoreLocationId, courierId } = payload as Owners;
  if (storeLocationIds !== null) {
    const named = { id: storeLocationId ?? undefined, externalId: externalStoreLocationId ?? undefined };
    const store = named.id || named.externalId ? await places.storeId(organizationId, named) : undefined;
    if (!store || !storeLocationIds.includes(store.id)) return false;
  }
  if (driverGroupIds === null || type !== 'SHIFT') return true;
  const [driver] = courierId ? await findDrivers(table, editor, [courierId]) : [];
  return driver !== undefined;
}
