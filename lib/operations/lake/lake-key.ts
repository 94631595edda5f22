/** Tags of the objects, by which the bucket deletes them. */
export const LAKE_TAGS = Object.freeze({ retention: 'lake' });

/** How long the objects are kept: three years and a month. Days. */
export const LAKE_LIFE_DAYS = 1_126;

/** Folder of a table, below the prefix of an organization. */
export function lakeFolder(table: string): string {
  return `lake/${table}`;
}

/**
 * Key of a part of an hour, `2026-03-05T14`, below the prefix of the organization. It names the organization again, as the
 * readers of such folders take the values of their partitions from the key.
 */
export function lakeKey(of: {
  readonly table: string;
  readonly organizationId: string;
  readonly hour: string;
  readonly part: number;
}): string {
  const [day, hour] = of.hour.split('T');
  return `${lakeFolder(of.table)}/organization=${of.organizationId}/day=${day}/${hour}-${of.part}.parquet`;
}
