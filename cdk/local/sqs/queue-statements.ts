import type { DatabaseSync } from 'node:sqlite';
import { fairOrder } from './fair-order.ts';

/** The statements of a queue store, prepared once. */
export function prepareQueueStatements(database: DatabaseSync) {
  return Object.freeze({
    insert: database.prepare(
      `INSERT INTO messages (queue, message_id, body, attributes, group_id, trace_header, sender_id, sent_at, visible_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    order: fairOrder(database),
    anyVisible: database.prepare('SELECT 1 FROM messages WHERE queue = ? AND visible_at <= ? LIMIT 1'),
    nextVisible: database.prepare(
      'SELECT MIN(visible_at) AS due FROM messages WHERE queue = ? AND visible_at > ?',
    ),
    take: database.prepare(
      `UPDATE messages SET receipt = ?, receives = ?, first_received_at = ?, visible_at = ?, put_off = 0 WHERE id = ?`,
    ),
    move: database.prepare(
      `UPDATE messages SET queue = ?, dead_letter_source = ?, receives = 0, first_received_at = 0, receipt = NULL,
       put_off = 0, visible_at = ? WHERE id = ?`,
    ),
    drop: database.prepare('DELETE FROM messages WHERE id = ? AND queue = ? AND receipt = ?'),
    putOff: database.prepare(
      'UPDATE messages SET visible_at = ?, put_off = 1 WHERE id = ? AND queue = ? AND receipt = ? AND visible_at > ?',
    ),
    failed: database.prepare('UPDATE messages SET put_off = 1 WHERE id = ? AND queue = ? AND receipt = ?'),
    outlived: database.prepare('DELETE FROM messages WHERE queue = ? AND sent_at < ?'),
    clear: database.prepare('DELETE FROM messages WHERE queue = ?'),
    oldest: database.prepare('SELECT * FROM messages WHERE queue = ? ORDER BY id LIMIT ?'),
    count: database.prepare(
      `SELECT COUNT(*) FILTER (WHERE visible_at <= :now) AS visible,
       COUNT(*) FILTER (WHERE visible_at > :now AND receipt IS NOT NULL) AS in_flight,
       COUNT(*) FILTER (WHERE visible_at > :now AND receipt IS NULL) AS pending
     FROM messages WHERE queue = :queue`,
    ),
  });
}
