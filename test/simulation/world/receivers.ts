import type { SendRequest } from '../../../lib/reactions/connections/index.ts';
import type { AttemptDeps, SendResult } from '../../../lib/reactions/webhooks/index.ts';
import type { Instance } from './function-pool.ts';

/** A webhook message as a receiver got it. */
export interface Received {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly at: number;
}

/** Merchants' receivers: every URL accepts what is sent to it. */
export class Receivers {
  readonly received: Received[] = [];

  senderFor(instance: Instance): AttemptDeps['sender'] {
    return {
      send: (url, headers, body) => this.#send(instance, url, headers, body),
    };
  }

  /** A partner that accepts the requests of workflows and of connection tests. */
  partnerFor(instance: Instance): SendRequest {
    return async ({ method, url, body }) => {
      const { world, random } = instance;
      const where = `${method} ${url} ${instance.cause}`;
      const isDown = world.faults.happens('receiver-down', random, where);
      const isLost = !isDown && world.faults.happens('receiver-answer-lost', random, where);
      return instance.call(
        where,
        () => {
          world.tell(url, () => `${isDown ? 'is down for' : 'gets'} ${method} ${(body ?? '').slice(0, 120)}`);
          if (isDown) return { status: 503, body: null };
          return isLost
            ? { stage: 'transport' as const, reason: 'socket hang up' }
            : { status: 200, body: '{"ok":true}' };
        },
        { there: random.wait(100), back: random.wait(50) },
      );
    };
  }

  async #send(
    instance: Instance,
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<SendResult> {
    const { world, random } = instance;
    const id = headers['webhook-id'] ?? '';
    const where = `${url} ${id} ${instance.cause}`;
    const isDown = world.faults.happens('receiver-down', random, where);
    const isLost = !isDown && world.faults.happens('receiver-answer-lost', random, where);
    const status = isDown ? random.pick([503, 500, undefined]) : 204;
    return instance.call(
      `webhook to ${url}`,
      () => {
        if (!isDown) this.received.push({ url, id, body, at: world.now() });
        world.tell(url, () => `${isDown ? 'is down for' : 'gets'} ${id} ${body.slice(0, 120)}`);
        const shared = { headers: {}, body: '', durationMs: 10 };
        return isLost || status === undefined
          ? { ...shared, error: 'socket hang up' }
          : { ...shared, status };
      },
      { there: random.wait(100), back: random.wait(50) },
    );
  }
}
