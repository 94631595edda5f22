import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { save } from '../../platform/table/index.ts';
import { isOpen } from '../insight/index.ts';
import { rowsOfHour } from './hour-rows.ts';
import { type HourKey, type LakeHour, lakeHourEntity } from './lake-hour.ts';
import { LAKE_TAGS, lakeKey } from './lake-key.ts';
import type { LakeTable } from './lake-table.ts';
import { LAKE_TABLES } from './lake-tables.ts';
import { parquetFile } from './parquet-file.ts';

/** What writing the data lake takes. */
export interface WritingDeps extends Pick<CoreDeps, 'table' | 'clock'> {
  readonly bucket: Bucket;
  /** Maximum number of rows of a file; for tests. */
  readonly rowsOfPart?: number;
}

/** Maximum number of rows of a file: some megabytes, and all that is in memory of a table. */
const ROWS_OF_PART = 20_000;

/**
 * Writes the facts of an hour as files, in the place of those that are there, unless they already contain whatever was
 * recorded until `untilMs`. However often and in whatever order it runs, the files are those of the facts: of two that run
 * at once, the one that is recorded last has written again what the other one changed meanwhile.
 */
export async function writeHour(
  deps: WritingDeps,
  of: HourKey,
  untilMs: number,
): Promise<'written' | 'known'> {
  const { table, clock } = deps;
  // Some of its facts may have expired: what was written while all were there stays.
  if (!isOpen(`${of.hour}:00`, clock.now())) return 'known';
  const outcome = await retryLostRace(clock, async () => {
    const stored = await table.get(lakeHourEntity, of);
    if (stored && Date.parse(stored.value.readAt) >= untilMs) return 'known' as const;
    const readAt = toInstant(clock.now());
    const parts = await putParts(deps, of);
    if (!stored && Object.keys(parts).length === 0) return 'written' as const;
    await removeRest(deps, of, parts, stored?.value.parts ?? {});
    const isSaved = (await table.write([save(lakeHourEntity, stored, { ...of, readAt, parts })])).ok;
    return isSaved ? ('written' as const) : undefined;
  });
  if (!outcome) throw new Error(`The files of ${of.hour} changed too often; they will be written later.`);
  return outcome;
}

/** Puts the files of an hour. Returns their number by table. */
async function putParts(deps: WritingDeps, of: HourKey): Promise<LakeHour['parts']> {
  const { rowsOfPart = ROWS_OF_PART } = deps;
  const parts: Record<string, number> = {};
  const waiting = new Map<LakeTable, never[]>();
  const put = async (table: LakeTable, rows: readonly never[]) => {
    const part = parts[table.name] ?? 0;
    const key = lakeKey({ ...of, table: table.name, part });
    const file = parquetFile(table, rows);
    await deps.bucket.put(of.organizationId, key, file, 'application/vnd.apache.parquet', LAKE_TAGS);
    parts[table.name] = part + 1;
  };
  for await (const { table, rows } of rowsOfHour(deps.table, of)) {
    const open = waiting.get(table) ?? [];
    for (const row of rows) open.push(row);
    while (open.length >= rowsOfPart) await put(table, open.splice(0, rowsOfPart));
    waiting.set(table, open);
  }
  for (const [table, rows] of waiting) if (rows.length > 0) await put(table, rows);
  return parts;
}

/** Removes files that an earlier writing left beyond those that there are now. */
async function removeRest(
  { bucket }: WritingDeps,
  of: HourKey,
  now: LakeHour['parts'],
  before: LakeHour['parts'],
): Promise<void> {
  for (const { name: table } of LAKE_TABLES)
    for (let part = now[table] ?? 0; part < (before[table] ?? 0); part += 1)
      await bucket.remove(of.organizationId, lakeKey({ ...of, table, part }));
}
