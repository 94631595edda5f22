import type { Table } from '../../platform/table/index.ts';
import { assignmentEntity } from './provider/index.ts';

/** The courier who has an assignment, or had it at its end; null = none. 1 call. */
export async function courierOfAssignment(
  table: Table,
  of: { readonly organizationId: string; readonly id: string },
): Promise<string | null> {
  return (await table.get(assignmentEntity, of))?.value.courierId ?? null;
}
