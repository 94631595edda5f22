import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { LocalClock } from '../ports.ts';
import type { MessageAttributes } from './message-digest.ts';
import { type QueueDefinition, queueArn } from './queue-definition.ts';
import { createQueueListeners } from './queue-listeners.ts';
import { prepareQueueStatements } from './queue-statements.ts';

/** A message when it is sent. */
export interface NewMessage {
  readonly body: string;
  readonly attributes?: MessageAttributes;
  /** Groups share a queue fairly: see `fairOrder`. */
  readonly groupId?: string | undefined;
  readonly traceHeader?: string | undefined;
  readonly senderId?: string;
  /** Milliseconds until it can be received; by default the queue's own delay. */
  readonly delayMs?: number | undefined;
}

/** A message when it is received. Instants in milliseconds since the epoch. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly groupId: string | undefined;
  readonly traceHeader: string | undefined;
  readonly senderId: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number;
  readonly receives: number;
  /** ARN of the queue it came from, on a message in a dead-letter queue. */
  readonly deadLetterSource: string | undefined;
}

/** Options for receiving; by default the queue's own settings. */
export interface ReceiveOptions {
  readonly visibilityTimeoutMs?: number | undefined;
  /** Quiet groups are those that do not have more than their share in flight. */
  readonly groups?: 'all' | 'quiet' | undefined;
}

/** Numbers of messages that can be received, are being processed, and are delayed. */
export interface QueueCounts {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

/** Messages of all queues, durable: a change survives the death of the process once its method has returned. */
export interface QueueStore {
  define(queue: QueueDefinition): void;
  queue(name: string): QueueDefinition | undefined;
  queues(): readonly QueueDefinition[];
  /** The message's id. */
  send(queue: string, message: NewMessage): string;
  /** Up to `limit` messages, of all groups or of quiet ones alone; they are then invisible to others for a while. */
  receive(queue: string, limit: number, asked?: ReceiveOptions): readonly ReceivedMessage[];
  /** Records that the receiver of these messages failed: they come back when their visibility timeout ends. */
  giveUp(queue: string, receiptHandles: readonly string[]): void;
  /** Removes messages by receipt; one whose receipt is no longer the latest stays. */
  remove(queue: string, receiptHandles: readonly string[]): void;
  /** Sets how long a received message stays invisible from now on; false when it is not in flight. */
  setVisibility(queue: string, receiptHandle: string, timeoutMs: number): boolean;
  counts(queue: string): QueueCounts;
  /** True when something can be received now. */
  hasVisible(queue: string): boolean;
  /** True when a group has more than its share in flight, and a message of another can be received now. */
  hasQuiet(queue: string): boolean;
  /** The oldest messages, whatever their state. */
  peek(queue: string, limit: number): readonly ReceivedMessage[];
  /** Removes all messages of the queue. */
  purge(queue: string): void;
  /** Moves all visible messages to `target`, or to the queue each came from; returns their number. */
  moveAll(queue: string, target: string | undefined): number;
  /** Calls `run` whenever a message of the queue may have become receivable. The returned function ends that. */
  onAvailable(queue: string, run: () => void): () => void;
  /** True when the queue's messages have a listener. */
  hasConsumer(queue: string): boolean;
  /** Records that the queue takes the dead letters of others. Targets of a redrive policy always do. */
  noteDeadLetters(queue: string): void;
  takesDeadLetters(queue: string): boolean;
  stop(): void;
}

export const QUEUE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    message_id TEXT NOT NULL,
    body TEXT NOT NULL,
    attributes TEXT NOT NULL,
    group_id TEXT,
    trace_header TEXT,
    sender_id TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    first_received_at INTEGER NOT NULL DEFAULT 0,
    receives INTEGER NOT NULL DEFAULT 0,
    receipt TEXT,
    put_off INTEGER NOT NULL DEFAULT 0,
    dead_letter_source TEXT
  );
  CREATE INDEX IF NOT EXISTS messages_due ON messages (queue, visible_at, id, group_id);
  DROP INDEX IF EXISTS messages_visible;
`;

/** How often a queue is cleared of messages older than its retention. */
const RETENTION_CHECK_MS = 60_000;

interface Row {
  readonly id: number;
  readonly queue: string;
  readonly message_id: string;
  readonly body: string;
  readonly attributes: string;
  readonly group_id: string | null;
  readonly trace_header: string | null;
  readonly sender_id: string;
  readonly sent_at: number;
  readonly first_received_at: number;
  readonly receives: number;
  readonly receipt: string | null;
  readonly dead_letter_source: string | null;
}

/**
 * A store on `database`, which has `QUEUE_SCHEMA`. Delays and visibility follow the local clock. When a process dies,
 * its receivers die with it, which says nothing about the messages: these become visible at once, as if they had not
 * been received. A message whose consumer failed, or postponed it, waits as before.
 */
export function createQueueStore(dependencies: {
  readonly database: DatabaseSync;
  readonly clock: Pick<LocalClock, 'now' | 'at'>;
}): QueueStore {
  const { database, clock } = dependencies;
  database
    .prepare(
      `UPDATE messages SET visible_at = :now, receives = receives - 1, receipt = NULL
       WHERE receipt IS NOT NULL AND put_off = 0 AND visible_at > :now`,
    )
    .run({ now: clock.now() });

  const statements = prepareQueueStatements(database);
  const { definition, ...definitions } = createQueueDefinitions();
  const retentionChecked = new Map<string, number>();
  const listeners = createQueueListeners(clock, (queue) => {
    const due = statements.nextVisible.get(queue, clock.now())?.due;
    return typeof due === 'number' ? due : undefined;
  });
  const { tell, arm } = listeners;

  const removeOutlived = ({ name, retentionMs }: QueueDefinition) => {
    const now = clock.now();
    if (now - (retentionChecked.get(name) ?? 0) < RETENTION_CHECK_MS) return;
    retentionChecked.set(name, now);
    statements.outlived.run(name, now - retentionMs);
  };

  /** The driver types rows as unknown columns; the statements select exactly those of `Row`. */
  const asRows = (rows: unknown) => rows as readonly Row[];
  const visibleRows = (queue: string, limit: number, groups: 'all' | 'quiet' = 'all') =>
    asRows(statements.order.next(queue, clock.now(), limit, groups));

  return Object.freeze({
    ...definitions,

    send(queue: string, message: NewMessage) {
      const { delayMs } = definition(queue);
      const messageId = randomUUID();
      const now = clock.now();
      const wait = message.delayMs ?? delayMs;
      statements.insert.run(
        queue,
        messageId,
        message.body,
        JSON.stringify(message.attributes ?? {}),
        message.groupId ?? null,
        message.traceHeader ?? null,
        message.senderId ?? 'local',
        now,
        now + wait,
      );
      if (wait > 0) arm(queue);
      else tell(queue);
      return messageId;
    },

    receive(queue: string, limit: number, { visibilityTimeoutMs, groups = 'all' }: ReceiveOptions = {}) {
      const { redrive, visibilityTimeoutMs: usual, ...rest } = definition(queue);
      removeOutlived({ redrive, visibilityTimeoutMs: usual, ...rest });
      if (!statements.anyVisible.get(queue, clock.now())) return [];
      const { received, moved } = inTransaction(database, () =>
        takeVisible(statements, {
          queue,
          limit,
          redrive,
          now: clock.now(),
          visibilityTimeoutMs: visibilityTimeoutMs ?? usual,
          rows: (most) => visibleRows(queue, most, groups),
        }),
      );
      arm(queue);
      if (moved && redrive) tell(redrive.queue);
      return received;
    },

    giveUp(queue: string, receiptHandles: readonly string[]) {
      for (const handle of receiptHandles) statements.failed.run(idOf(handle), queue, handle);
    },
    remove(queue: string, receiptHandles: readonly string[]) {
      definition(queue);
      const all = () => {
        for (const handle of receiptHandles) statements.drop.run(idOf(handle), queue, handle);
      };
      if (receiptHandles.length > 1) inTransaction(database, all);
      else all();
      arm(queue);
    },

    setVisibility(queue: string, receiptHandle: string, timeoutMs: number) {
      definition(queue);
      const now = clock.now();
      const { changes } = statements.putOff.run(
        now + timeoutMs,
        idOf(receiptHandle),
        queue,
        receiptHandle,
        now,
      );
      if (timeoutMs === 0) tell(queue);
      arm(queue);
      return Number(changes) > 0;
    },

    counts(queue: string) {
      const row = statements.count.get({ queue, now: clock.now() });
      return {
        visible: Number(row?.visible ?? 0),
        inFlight: Number(row?.in_flight ?? 0),
        delayed: Number(row?.pending ?? 0),
      };
    },
    hasVisible: (queue: string) => statements.anyVisible.get(queue, clock.now()) !== undefined,
    hasQuiet: (queue: string) => statements.order.hasQuiet(queue, clock.now()),
    peek: (queue: string, limit: number) => asRows(statements.oldest.all(queue, limit)).map(messageOf),
    purge(queue: string) {
      statements.clear.run(queue);
      arm(queue);
    },

    moveAll(queue: string, target: string | undefined) {
      const moves = inTransaction(database, () =>
        visibleRows(queue, Number.MAX_SAFE_INTEGER).flatMap((row) => {
          const to = target ?? row.dead_letter_source?.slice(row.dead_letter_source.lastIndexOf(':') + 1);
          if (to === undefined || !definitions.queue(to)) return [];
          statements.move.run(to, null, clock.now(), row.id);
          return [to];
        }),
      );
      for (const to of new Set(moves)) tell(to);
      return moves.length;
    },

    onAvailable: listeners.add,
    hasConsumer: listeners.has,

    stop() {
      listeners.stop();
      database.close();
    },
  });
}

/** The queues that exist, and which of them take the dead letters of others. `definition` throws for an unknown one. */
function createQueueDefinitions() {
  const definitions = new Map<string, QueueDefinition>();
  const deadLetters = new Set<string>();
  return {
    define(queue: QueueDefinition) {
      definitions.set(queue.name, queue);
      if (queue.redrive) deadLetters.add(queue.redrive.queue);
    },
    queue: (name: string) => definitions.get(name),
    queues: () => [...definitions.values()],
    definition(name: string): QueueDefinition {
      const found = definitions.get(name);
      if (!found) throw new Error(`There is no queue ${name}`);
      return found;
    },
    noteDeadLetters: (queue: string) => void deadLetters.add(queue),
    takesDeadLetters: (queue: string) => deadLetters.has(queue),
  };
}

/**
 * Takes up to `limit` of the queue's visible messages, and moves those that were received too often to the dead letters:
 * `moved` when there were any.
 */
function takeVisible(
  { take, move }: ReturnType<typeof prepareQueueStatements>,
  of: {
    readonly queue: string;
    readonly limit: number;
    readonly redrive: QueueDefinition['redrive'];
    readonly now: number;
    readonly visibilityTimeoutMs: number;
    readonly rows: (most: number) => readonly Row[];
  },
): { readonly received: readonly ReceivedMessage[]; readonly moved: boolean } {
  const { queue, limit, redrive, now } = of;
  const received: ReceivedMessage[] = [];
  let moved = false;
  while (received.length < limit) {
    const rows = of.rows(limit - received.length);
    for (const row of rows) {
      if (redrive && row.receives >= redrive.maxReceiveCount) {
        move.run(redrive.queue, queueArn(queue), now, row.id);
        moved = true;
        continue;
      }
      const receipt = `${row.id}.${randomBytes(12).toString('base64url')}`;
      const firstReceivedAt = row.first_received_at || now;
      const receives = row.receives + 1;
      // Never visible within this very call, whatever timeout was requested.
      take.run(receipt, receives, firstReceivedAt, Math.max(now + of.visibilityTimeoutMs, now + 1), row.id);
      received.push(messageOf({ ...row, receipt, receives, first_received_at: firstReceivedAt }));
    }
    if (rows.length === 0) break;
  }
  return { received, moved };
}

function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Whether this is a receipt by its form: a message's number and what was drawn for this receive. */
export const isReceipt = (text: string): boolean => /^\d+\.[\w-]{16}$/.test(text);

function idOf(receiptHandle: string): number {
  const id = Number(receiptHandle.slice(0, Math.max(0, receiptHandle.indexOf('.'))));
  return Number.isSafeInteger(id) ? id : 0;
}

function messageOf(row: Row): ReceivedMessage {
  return {
    messageId: row.message_id,
    receiptHandle: row.receipt ?? '',
    body: row.body,
    attributes: JSON.parse(row.attributes) as MessageAttributes,
    groupId: row.group_id ?? undefined,
    traceHeader: row.trace_header ?? undefined,
    senderId: row.sender_id,
    sentAt: row.sent_at,
    firstReceivedAt: row.first_received_at,
    receives: row.receives,
    deadLetterSource: row.dead_letter_source ?? undefined,
  };
}
