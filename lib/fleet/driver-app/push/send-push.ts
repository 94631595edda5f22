import type { Clock } from '../../../platform/core/clock.ts';
import type { SendGuarded } from '../../../platform/core/guarded-request.ts';
import { encryptPush, type PushEntropy } from './encrypt-push.ts';
import type { PushKeys } from './push-keys.ts';
import type { PushSubscription } from './push-subscription.ts';
import { signPush } from './sign-push.ts';

/** Maximum duration of one request to a push service. Milliseconds. */
const TIMEOUT_MS = 10_000;

/** A message to a browser. */
export interface PushMessage {
  readonly text: string;
  /** How long the push service keeps it for a phone that is off. Seconds. */
  readonly ttlSeconds: number;
  /** Whether a phone that saves its battery is woken for it. */
  readonly isUrgent: boolean;
  /** A later message with the same topic replaces one that has not arrived. At most 32 characters. */
  readonly topic: string;
}

/** What sending needs: `send` reaches public addresses only. */
export interface PushSenderDeps {
  readonly clock: Clock;
  readonly send: SendGuarded;
  readonly keys: () => Promise<PushKeys>;
  readonly entropy: () => PushEntropy;
  /** Address of the installation, which is sent to push services. */
  readonly contact: string;
}

/** What became of a message; `gone` = the browser no longer has the subscription. */
export type PushOutcome = 'sent' | 'gone' | { readonly failed: string };

/** Hands messages to push services. Never throws because of one: a failure is an outcome. */
export type SendPush = (to: PushSubscription, message: PushMessage) => Promise<PushOutcome>;

/** Statuses by which a push service says that there is no such subscription any more (RFC 8030). */
const GONE: readonly (number | undefined)[] = [404, 410];

/** The sender over HTTP. */
export function pushSender({ clock, send, keys, entropy, contact }: PushSenderDeps): SendPush {
  return async (to, { text, ttlSeconds, isUrgent, topic }) => {
    const pair = await keys();
    let body: Uint8Array;
    try {
      body = encryptPush(to, text, entropy());
    } catch {
      // Its public key is no point of the curve: no message can ever be read.
      return 'gone';
    }
    try {
      const reply = await send({
        method: 'POST',
        url: to.endpoint,
        headers: {
          authorization: signPush(pair, to.endpoint, { contact, nowMs: clock.now() }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          urgency: isUrgent ? 'high' : 'normal',
          topic,
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { statusCode = 0 } = reply;
      reply.destroy();
      if (GONE.includes(statusCode)) return 'gone';
      return statusCode >= 200 && statusCode < 300 ? 'sent' : { failed: `answered ${statusCode}` };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
}
