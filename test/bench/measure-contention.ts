import { setTimeout as sleep } from 'node:timers/promises';
import { startOrdersApi, validOrder } from '../support/orders-api.ts';

/** The total cost of simultaneous requests for one order. */
export interface Contention {
  readonly upserts: number;
  /** Requests that were refused in the end. */
  readonly refused: number;
  readonly reads: number;
  readonly writes: number;
  /** Writes that lost a race and were repeated. */
  readonly lostRaces: number;
}

/** Requests at a time. */
const UPSERTS = 30;

/** A typical response time of DynamoDB, during which the other requests continue. Milliseconds. */
const CALL_MS = 5;

/**
 * Upserts one new external id many times at once, each as in a function instance of its own, and counts DynamoDB calls.
 */
export async function measureContention(): Promise<Contention> {
  const api = await startOrdersApi();
  const calls: { readonly isWrite: boolean; readonly isLost: boolean }[] = [];
  api.db.client.middlewareStack.add(
    (next, context) => async (args) => {
      const isWrite = !/^(Get|Query|BatchGet)/.test(String(context.commandName));
      await sleep(CALL_MS);
      try {
        const reply = await next(args);
        calls.push({ isWrite, isLost: false });
        return reply;
      } catch (error) {
        calls.push({ isWrite, isLost: isWrite });
        throw error;
      }
    },
    { step: 'initialize' },
  );
  try {
    const replies = await Promise.all(
      Array.from({ length: UPSERTS }, (_, index) =>
        api.call('POST /v1/order/external-identifier/{externalId}', {
          params: { externalId: 'contended' },
          body: { ...validOrder, valueCents: 100 + index },
        }),
      ),
    );
    const writes = calls.filter(({ isWrite }) => isWrite).length;
    return {
      upserts: UPSERTS,
      refused: replies.filter(({ status }) => status !== 200).length,
      reads: calls.length - writes,
      writes,
      lostRaces: calls.filter(({ isLost }) => isLost).length,
    };
  } finally {
    await api.stop();
  }
}
