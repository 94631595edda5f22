import type { DatabaseSync } from 'node:sqlite';

/** Which messages of a queue are received next. */
export interface FairOrder {
  /**
   * Up to `limit` rows that are visible at `now`: those of quiet groups first, or alone; the oldest first among each.
   */
  next(queue: string, now: number, limit: number, groups: 'all' | 'quiet'): unknown[];
  /** True when some group has more than its share in flight, and a message of another group is visible. */
  hasQuiet(queue: string, now: number): boolean;
}

/**
 * Fair queues as in SQS: messages of a group that has more than its share of those in flight are received after the
 * messages of all others, so that the backlog of one organization does not delay the others.
 */
export function fairOrder(database: DatabaseSync): FairOrder {
  const inFlight = database.prepare(
    `SELECT group_id, COUNT(*) AS messages FROM messages
     WHERE queue = ? AND visible_at > ? AND receipt IS NOT NULL AND put_off = 0 AND group_id IS NOT NULL
     GROUP BY group_id`,
  );
  const oldest = database.prepare(
    'SELECT * FROM messages WHERE queue = ? AND visible_at <= ? ORDER BY visible_at, id LIMIT ?',
  );
  const oldestBut = database.prepare(
    `SELECT * FROM messages WHERE queue = ? AND visible_at <= ?
     AND (group_id IS NULL OR group_id NOT IN (SELECT value FROM json_each(?)))
     ORDER BY visible_at, id LIMIT ?`,
  );
  const oldestOf = database.prepare(
    `SELECT * FROM messages WHERE queue = ? AND visible_at <= ?
     AND group_id IN (SELECT value FROM json_each(?)) ORDER BY visible_at, id LIMIT ?`,
  );

  /** The groups with more than their share, which is the share of one group among one more than there are. */
  const noisy = (queue: string, now: number): string | undefined => {
    const groups = inFlight.all(queue, now);
    const total = groups.reduce((sum, { messages }) => sum + Number(messages), 0);
    const share = total / (groups.length + 1);
    const names = groups.filter(({ messages }) => Number(messages) > share).map((row) => row.group_id);
    return names.length === 0 ? undefined : JSON.stringify(names);
  };

  return Object.freeze({
    next(queue: string, now: number, limit: number, groups: 'all' | 'quiet') {
      const loud = noisy(queue, now);
      if (loud === undefined) return oldest.all(queue, now, limit);
      const quiet = oldestBut.all(queue, now, loud, limit);
      return groups === 'quiet' || quiet.length === limit
        ? quiet
        : [...quiet, ...oldestOf.all(queue, now, loud, limit - quiet.length)];
    },
    hasQuiet(queue: string, now: number) {
      const loud = noisy(queue, now);
      return loud !== undefined && oldestBut.all(queue, now, loud, 1).length > 0;
    },
  });
}
