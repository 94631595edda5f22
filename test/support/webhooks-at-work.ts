import { toInstant } from '../../lib/platform/core/clock.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import type { SigningKeys } from '../../lib/platform/core/signing-keys.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { fireTimer, timerArmed } from '../../lib/platform/timers/index.ts';
import {
  type AttemptDeps,
  attemptDelivery,
  attemptDue,
  createEndpoint,
  createPatience,
  type EndpointDeps,
  listAttempts,
  listMessages,
  makeMessage,
  retryTimer,
  type SendResult,
  slowAttemptDue,
  type WebhookAttempt,
  type WebhookEndpoint,
} from '../../lib/reactions/webhooks/index.ts';
import { anyEvent } from './builders/any-event.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** A request that a receiver got. */
export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Webhooks of one organization on a table, with a sender that records what it is given. */
export interface WebhooksAtWork {
  readonly db: TestTable;
  readonly organizationId: string;
  readonly signingKey: string;
  readonly deps: EndpointDeps & AttemptDeps;
  readonly sent: readonly Sent[];
  /** Determines the answers from now on, by default 204; it may take its time. */
  answerWith(answer: (sent: Sent) => Partial<SendResult> | Promise<Partial<SendResult>>): void;
  endpoint(fields?: object, organizationId?: string): Promise<WebhookEndpoint>;
  /** An event of now, changed by `changes`. */
  event(changes?: Partial<EventRecord>): EventRecord;
  /** Makes the message of an event. */
  make(event?: EventRecord): Promise<void>;
  /** The attempts that are due, in the order of their events. */
  due(): Promise<readonly Parameters<typeof attemptDelivery>[1][]>;
  /**
   * After this many milliseconds, runs every attempt and timer that is due, as the queues would, each delivered twice.
   */
  work(afterMs?: number): Promise<void>;
  /** Id of the only message there is. */
  onlyMessage(): Promise<string>;
  /** Attempts of the only message, newest first. */
  attempts(): Promise<readonly WebhookAttempt[]>;
  stop(): Promise<void>;
}

/** Starts it. */
export async function startWebhooks(): Promise<WebhooksAtWork> {
  const db = await startTestTable();
  const organizationId = 'org_a';
  const signingKey = 'a signing key';
  const sent: Sent[] = [];
  let answer: Parameters<WebhooksAtWork['answerWith']>[0] = () => ({ status: 204 });
  const deps = {
    ...db.deps,
    destinations: { allowLoopback: false },
    signingKeys: async (): Promise<SigningKeys> => [signingKey],
    patience: createPatience(),
    sender: {
      async send(url: string, headers: Sent['headers'], body: string): Promise<SendResult> {
        const got = { url, headers, body };
        sent.push(got);
        return { headers: {}, body: '', durationMs: 3, ...(await answer(got)) };
      },
    },
  };
  const event: WebhooksAtWork['event'] = (changes = {}) =>
    anyEvent({ organizationId, occurredAt: toInstant(db.deps.clock.now()), ...changes });
  const due = async () =>
    (await db.events(attemptDue.name)).map((each) => ({
      organizationId: each.organizationId,
      ...attemptDue.parse(each).data,
    }));
  const onlyMessage = async () => {
    const newest = { filter: {}, limit: 10, cursor: undefined, withContent: false };
    const { results } = await listMessages(db.deps, organizationId, newest);
    if (results.length !== 1) throw new Error(`There are ${results.length} messages.`);
    return results[0]!.id;
  };
  const handle = async (each: EventRecord) => {
    if (each.name === timerArmed.name) {
      const { timerId, generation, dueAt } = timerArmed.parse(each).data;
      if (Date.parse(dueAt) > db.deps.clock.now()) return;
      await fireTimer(db.deps, { organizationId: each.organizationId, timerId, generation });
    }
    if (each.name === attemptDue.name) {
      await attemptDelivery(deps, { organizationId: each.organizationId, ...attemptDue.parse(each).data });
    }
    if (each.name === slowAttemptDue.name) {
      const { data } = slowAttemptDue.parse(each);
      await attemptDelivery(deps, { organizationId: each.organizationId, ...data }, 'slow');
    }
    if (each.name === retryTimer.fired.name) {
      const { data } = retryTimer.fired.parse(each).data;
      await attemptDelivery(deps, { organizationId: each.organizationId, ...data });
    }
  };
  return {
    db,
    organizationId,
    signingKey,
    deps,
    sent,
    answerWith(next) {
      answer = next;
    },
    async endpoint(fields = {}, owner = organizationId) {
      const made = await createEndpoint(deps, owner, { url: 'https://shop.example.com/h', ...fields });
      if (isRefusal(made)) throw new Error(made.message);
      return made;
    },
    event,
    make: (of = event()) =>
      makeMessage(deps, of, async () => ({ data: { id: 'job_1' }, tags: ['job_1', 'dlv_1'] })),
    due,
    async work(afterMs = 0) {
      db.deps.clock.advance(afterMs);
      for (let round = 0; round < 3; round += 1) {
        for (const each of await db.events()) {
          await handle(each);
          await handle(each);
        }
      }
    },
    onlyMessage,
    async attempts() {
      const newest = { limit: 50, cursor: undefined };
      const page = await listAttempts(db.deps, organizationId, await onlyMessage(), newest);
      if (isRefusal(page)) throw new Error(page.message);
      return page.results;
    },
    stop: db.stop,
  };
}
