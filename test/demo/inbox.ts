import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

/** What arrived at the demo's webhook receiver. */
export interface Inbox {
  readonly url: string;
  /** From now on messages are verified with this secret. */
  secretIs(secret: string): void;
  /** `<delivery id> <event>` of every verified message, `<job id> dispatched` for a window, each once. */
  readonly told: ReadonlySet<string>;
  readonly counts: { messages: number; repeated: number; badSignatures: number };
  stop(): Promise<void>;
}

interface ToldDelivery {
  readonly id: string;
  readonly status: string;
  readonly statusHistory: readonly { readonly status: string; readonly late?: true }[];
}

interface Payload {
  readonly type: string;
  readonly event: string;
  readonly data: {
    /** The delivery had already passed this status when it was reported. */
    readonly late?: true;
    /** For `shift.dispatched`: jobs of a delivery window. */
    readonly created_job_ids?: readonly string[];
    readonly jobConfigurations?: readonly {
      readonly tasks: readonly {
        readonly delivery: ToldDelivery | null;
      }[];
    }[];
  };
}

/** Whether a message with this event covers this delivery: it has the status now, or got it late. */
function isAbout(delivery: ToldDelivery, event: string, late: true | undefined): boolean {
  if (!late) return delivery.status === event;
  return delivery.statusHistory.some((entry) => entry.late === true && entry.status === event);
}

/** Starts a receiver that answers 204 to signed messages and 401 to all others. */
export async function startInbox(): Promise<Inbox> {
  const receiver = await startWebhookReceiver();
  const told = new Set<string>();
  const seen = new Set<string>();
  const counts = { messages: 0, repeated: 0, badSignatures: 0 };
  let webhook: Webhook | undefined;
  receiver.answerWith(({ headers, body }) => {
    const id = String(headers['webhook-id']);
    const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    // Compared with our own signature instead of being verified against the current time, because the service's clock
    // may be ahead.
    const isSigned =
      webhook &&
      String(headers['webhook-signature'])
        .split(' ')
        .includes(webhook.sign(id, signedAt, body));
    if (!isSigned) {
      counts.badSignatures += 1;
      return { status: 401 };
    }
    counts.messages += 1;
    if (seen.has(id)) counts.repeated += 1;
    seen.add(id);
    const { type, event, data } = JSON.parse(body) as Payload;
    for (const jobId of data.created_job_ids ?? []) told.add(`${jobId} ${event}`);
    for (const { tasks } of data.jobConfigurations ?? []) {
      for (const { delivery } of tasks) {
        if (type === 'delivery' && delivery && isAbout(delivery, event, data.late))
          told.add(`${delivery.id} ${event}`);
      }
    }
    return { status: 204 };
  });
  return {
    url: receiver.url,
    secretIs(secret) {
      webhook = new Webhook(secret);
    },
    told,
    counts,
    stop: () => receiver.stop(),
  };
}
