import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './test-table.ts';

/** Thrown by every call of a process that was killed. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** Kills whatever works on a table at one of its writes, and starts it again. */
export interface Killer {
  /** The next process dies before or after its n-th write took effect (1 = the next). */
  aim(write: number, when: 'before' | 'after'): void;
  /** Starts a new process: calls are answered again. Returns whether the old one was killed. */
  revive(): boolean;
}

const WRITES: ReadonlySet<string> = new Set(
  [DeleteCommand, PutCommand, TransactWriteCommand].map(({ name }) => name),
);

/** As `kill -9` of a function: every call from that moment on fails, and nothing is cleaned up. */
export function killerOf({ client }: Pick<TestTable, 'client'>): Killer {
  let left = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';
  let isDead = false;
  client.middlewareStack.add(
    (next, context) => async (call) => {
      if (isDead) throw new Killed();
      if (!WRITES.has(context.commandName ?? '')) return next(call);
      left -= 1;
      if (left === 0 && moment === 'before') {
        isDead = true;
        throw new Killed();
      }
      const reply = await next(call);
      if (left === 0) {
        isDead = true;
        throw new Killed();
      }
      return reply;
    },
    { step: 'initialize', priority: 'high' },
  );
  return {
    aim(write, when) {
      left = write;
      moment = when;
    },
    revive() {
      const wasDead = isDead;
      isDead = false;
      left = Number.POSITIVE_INFINITY;
      return wasDead;
    },
  };
}
