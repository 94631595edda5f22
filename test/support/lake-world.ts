import { parquetReadObjects } from 'hyparquet';
import { count } from '../../lib/operations/insight/index.ts';
import {
  askForLateHour,
  findEndedHours,
  LAKE_TABLES,
  type LakeDeps,
  writeLake,
} from '../../lib/operations/lake/index.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { type InsightWorld, startInsight } from './insight-world.ts';
import { memoryBucket } from './memory-bucket.ts';

/** A row as a reader of the file sees it. */
export type LakeRow = Readonly<Record<string, unknown>>;

/** The data lake beside the numbers of insight, with the messages between them in the test's hands. */
export interface LakeWorld extends InsightWorld {
  readonly lake: LakeDeps & { readonly bucket: ReturnType<typeof memoryBucket> };
  /** Messages to the worker that writes the lake. */
  readonly lakeMessages: { readonly event: EventRecord; readonly atMs: number }[];
  /** Has everything counted and written that is due. */
  settleLake(): Promise<void>;
  /** What happens every hour. */
  endHours(): Promise<void>;
  /** All rows of a table, as a program of its own reads them, with the key of their file. */
  rowsOf(table: string): Promise<readonly LakeRow[]>;
}

/** Starts both; no file gets more rows than this. */
export async function startLake(now: string, { rowsOfPart = 3 } = {}): Promise<LakeWorld> {
  const world = await startInsight(now);
  const { clock } = world.db.deps;
  const lakeMessages: LakeWorld['lakeMessages'] = [];
  const toLake = async (events: readonly EventRecord[], delaySeconds: number) => {
    const atMs = clock.now() + 1000 * delaySeconds;
    lakeMessages.push(...events.map((event) => ({ event, atMs })));
  };
  const lake = { ...world.db.deps, bucket: memoryBucket(), toLake, rowsOfPart, turnMs: 3_600_000 };
  return {
    ...world,
    lake,
    lakeMessages,
    async settleLake() {
      while (world.messages.length + lakeMessages.length > 0) {
        clock.advance(60_000);
        for (const { event, atMs } of world.messages.splice(0)) {
          if (atMs > clock.now()) world.messages.push({ event, atMs });
          else {
            await count(world.deps, event);
            await askForLateHour(lake, event);
          }
        }
        for (const { event, atMs } of lakeMessages.splice(0)) {
          if (atMs > clock.now()) lakeMessages.push({ event, atMs });
          else await writeLake(lake, event);
        }
      }
    },
    async endHours() {
      for await (const due of findEndedHours(lake)) await toLake(due, 0);
      for (const { event } of lakeMessages.splice(0)) await writeLake(lake, event);
    },
    async rowsOf(table) {
      if (!LAKE_TABLES.some(({ name }) => name === table)) throw new Error(`There is no table ${table}.`);
      const keys = [...lake.bucket.objects.keys()].filter((key) => key.includes(`/lake/${table}/`)).sort();
      const rows = await Promise.all(
        keys.map(async (key) => {
          const content = lake.bucket.objects.get(key)!;
          const file = content.buffer.slice(
            content.byteOffset,
            content.byteOffset + content.byteLength,
          ) as ArrayBuffer;
          return (await parquetReadObjects({ file })).map((row) => ({ ...row, key }));
        }),
      );
      return rows.flat();
    },
  };
}
