import type { PushDeps } from '../../../lib/fleet/driver-app/index.ts';
import type {
  ChannelAdapter,
  Handover,
  OutgoingMessage,
} from '../../../lib/reactions/notifications/index.ts';
import type { Instance } from './function-pool.ts';

/** A message that a channel received. */
export interface HandedOver {
  readonly organizationId: string;
  readonly id: string;
  readonly recipient: string;
  /** When the function began to hand it over. */
  readonly askedAt: number;
}

/** What carriers of texts, e-mails and chats receive. */
export class Phones {
  readonly handedOver: HandedOver[] = [];
  /** Checks every message at the moment at which it is handed over. */
  onMessage: (message: HandedOver) => void = () => undefined;

  /** The channel of one instance. Its answers can get lost, and from time to time it refuses for a while. */
  channelFor(instance: Instance, channel: ChannelAdapter['channel']): ChannelAdapter {
    return { channel, send: (message) => this.#send(instance, message) };
  }

  /** A push service of one instance: from time to time it is down, and some subscriptions are gone. */
  pushFor(instance: Instance): PushDeps['sendPush'] {
    return ({ endpoint }, { text }) => {
      const { world, random } = instance;
      const where = `push ${endpoint} ${instance.cause}`;
      const isDown = world.faults.happens('phone-down', random, where);
      return instance.call(
        where,
        () => {
          world.tell(endpoint, () => `${isDown ? 'is down for' : 'gets'} ${text}`);
          return isDown ? { failed: 'did not answer' } : endpoint.endsWith('/gone') ? 'gone' : 'sent';
        },
        { there: random.wait(100), back: random.wait(50) },
      );
    };
  }

  #send(instance: Instance, { id, recipient, organizationId }: OutgoingMessage): Promise<Handover> {
    const { world, random } = instance;
    const where = `phone ${id} ${instance.cause}`;
    const isDown = world.faults.happens('phone-down', random, where);
    const isLost = !isDown && world.faults.happens('phone-answer-lost', random, where);
    const askedAt = world.now();
    return instance.call(
      `message to ${recipient}`,
      () => {
        if (isDown) return { outcome: 'unavailable' as const, error: 'The channel is down.' };
        const message = { organizationId, id, recipient, askedAt };
        this.handedOver.push(message);
        this.onMessage(message);
        if (isLost) return { outcome: 'unavailable' as const, error: 'socket hang up' };
        return { outcome: 'sent' as const, receipt: `r-${id}` };
      },
      { there: random.wait(100), back: random.wait(50) },
    );
  }
}
