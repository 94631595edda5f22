import type { Part } from './part.ts';

/** What became of what is kept about a person. */
export interface Report {
  /** Records by kind whose personal fields were replaced by `[erased]`. */
  readonly masked: Readonly<Record<string, number>>;
  /** Records by kind, and files, that were deleted. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Records by kind that are in the export. */
  readonly exported: Readonly<Record<string, number>>;
  /** Keys of files about the person, in an export. */
  readonly files: readonly string[];
  /** Orders and deliveries that are still under way: they stay until they have ended. */
  readonly stillUnderWay: readonly string[];
  /** Records that came while it ran. */
  readonly cameMeanwhile: number;
  readonly startedAt: string;
  /** What is left to do, or to know. */
  readonly remarks: readonly string[];
}

/** The report over all parts. */
export function reportOf(
  parts: readonly Part[],
  { startedAt, isErasure }: { readonly startedAt: string; readonly isErasure: boolean },
): Report {
  const handled = parts.filter(({ phase }) => phase === 'handle');
  const files = parts.filter(({ phase }) => phase === 'files');
  const stillUnderWay = [...new Set(handled.flatMap(({ open }) => open))].sort();
  const cameMeanwhile = handled.reduce((sum, { late }) => sum + late, 0);
  const remarks = [
    `What came after ${startedAt} may not be in it. Repeat it to be sure: what was handled before is not handled twice.`,
    ...(stillUnderWay.length > 0
      ? ['Orders and deliveries that are under way were left as they are. Repeat it when they have ended.']
      : []),
    ...(isErasure
      ? [
          'Copies by which the table and the bucket can be restored keep the old content for 35 days.',
          'Queues keep what they carry for 4 days, and dead letters for 14 days.',
          'Carriers, receivers of webhooks and channels of messages keep what they were sent: ask them.',
        ]
      : []),
  ];
  return {
    masked: sumOf(parts.map(({ masked }) => masked)),
    deleted: sumOf(parts.map(({ deleted }) => deleted)),
    exported: sumOf(parts.map(({ collected }) => collected)),
    files: isErasure ? [] : files.flatMap(({ about }) => about),
    stillUnderWay,
    cameMeanwhile,
    startedAt,
    remarks,
  };
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
