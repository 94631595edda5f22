import { digest } from '../../lib/platform/core/ids.ts';
import { type RequestLimit, requestLimiter, type TakeRequest } from '../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import type { Channel, ChannelAdapter } from '../../lib/reactions/notifications/index.ts';

type Pace = Pick<RequestLimit, 'perSecond' | 'burst'>;

/** Limits of an organization's messages on a channel, and of those to one recipient. */
interface ChannelPace {
  readonly organization: Pace;
  readonly recipient: Pace;
}

/**
 * Maximum number of messages per channel and second. Chats accept about one a second from an incoming webhook. Nobody
 * reads several texts a second, and an endless loop that writes to one person stops at the second message.
 */
const PACES: Readonly<Record<Channel, ChannelPace>> = Object.freeze({
  email: { organization: { perSecond: 50, burst: 500 }, recipient: { perSecond: 1, burst: 30 } },
  sms: { organization: { perSecond: 50, burst: 500 }, recipient: { perSecond: 1, burst: 30 } },
  whatsapp: { organization: { perSecond: 50, burst: 500 }, recipient: { perSecond: 1, burst: 30 } },
  slack: { organization: { perSecond: 20, burst: 200 }, recipient: { perSecond: 1, burst: 10 } },
  teams: { organization: { perSecond: 20, burst: 200 }, recipient: { perSecond: 1, burst: 10 } },
  webhook: { organization: { perSecond: 50, burst: 500 }, recipient: { perSecond: 20, burst: 200 } },
});

/** The share that an instance lets through without asking the others: a tenth. */
const TRICKLE = 0.1;

/** Maximum number of recipients in the memory of an instance. */
const REMEMBERED = 1_000;

/** Messages that have to wait come back within this time, spread over it. Milliseconds. */
const SPREAD_MS = 10_000;

/** A channel that keeps within its limits, for each organization and each recipient. */
export function paceChannel(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  adapter: ChannelAdapter,
  pace: ChannelPace = PACES[adapter.channel],
): ChannelAdapter {
  const { channel } = adapter;
  const limiter = (scope: string, { perSecond, burst }: Pace): TakeRequest =>
    requestLimiter(deps, {
      scope,
      perSecond,
      burst,
      trickle: { perSecond: perSecond * TRICKLE, burst: Math.max(1, Math.floor(burst * TRICKLE)) },
    });
  const ofOrganization = limiter(`messages-${channel}`, pace.organization);
  const ofRecipients = new Map<string, TakeRequest>();
  const ofRecipient = (recipient: string): TakeRequest => {
    const scope = `messages-${channel}-${digest(recipient)}`;
    const known = ofRecipients.get(scope);
    if (known) return known;
    if (ofRecipients.size >= REMEMBERED) ofRecipients.clear();
    const made = limiter(scope, pace.recipient);
    ofRecipients.set(scope, made);
    return made;
  };
  return Object.freeze({
    channel,
    async send(message) {
      const { organizationId, recipient, id } = message;
      const seconds =
        (await ofRecipient(recipient)(organizationId)).retryAfterSeconds ??
        (await ofOrganization(organizationId)).retryAfterSeconds;
      if (seconds === undefined) return adapter.send(message);
      const spreadMs = Number.parseInt(digest(id).slice(-4), 36) % SPREAD_MS;
      return { outcome: 'later', afterMs: seconds * 1000 + spreadMs };
    },
  } satisfies ChannelAdapter);
}
