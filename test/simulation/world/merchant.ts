import type { HttpRequestOptions } from '../../support/http-event.ts';
import type { Gateway, Reply } from './gateway.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** What a merchant knows about the things that it created, shared by everybody who acts for it. */
export interface Known {
  readonly orders: string[];
  readonly jobs: string[];
  readonly tasks: { readonly jobId: string; readonly taskId: string }[];
  readonly strategies: string[];
  readonly endpoints: { readonly id: string; readonly url: string }[];
  readonly quotes: { readonly id: string; readonly expireTime: string | null }[];
  readonly windows: string[];
  /** Ids of other things, by their area. */
  readonly others: Record<string, string[]>;
}

/** An organization with its key. */
export interface Merchant {
  readonly organizationId: string;
  readonly key: string;
  readonly known: Known;
}

/** A write with its last answer. */
export interface Answered {
  readonly organizationId: string;
  readonly routeKey: string;
  /** The API key that it was sent with. */
  readonly secret: string;
  readonly params: Asked['params'];
  readonly body: unknown;
  readonly status: number;
  readonly reply: Reply['json'];
  /** When it was first sent. */
  readonly askedAt: number;
  readonly at: number;
}

/** A request of a merchant. */
export type Asked = Pick<HttpRequestOptions, 'params' | 'query' | 'body'> & {
  /** Sends no Idempotency-Key, as careless clients do. */
  readonly isCareless?: boolean;
  /** The Idempotency-Key of an earlier request, instead of one of its own. */
  readonly key?: string;
  /** An API key, instead of the merchant's first one. */
  readonly secret?: string;
  /** The organization that the request names; left out, it names none. */
  readonly organizationId?: string;
};

const TRIES = 6;

/** Somebody who acts for a merchant, once. Requests without an answer are repeated under the same key. */
export class Client {
  readonly merchant: Merchant;
  readonly random: Random;
  readonly world: World;
  /** Everybody, this client's merchant among them. */
  readonly merchants: readonly Merchant[];
  readonly #gateway: Gateway;
  readonly #name: string;
  readonly #answered: Answered[];
  #requests = 0;
  #marks = 0;

  constructor(parts: {
    readonly merchant: Merchant;
    readonly merchants: readonly Merchant[];
    readonly world: World;
    readonly gateway: Gateway;
    readonly name: string;
    readonly answered: Answered[];
  }) {
    this.merchant = parts.merchant;
    this.merchants = parts.merchants;
    this.world = parts.world;
    this.random = parts.world.random(`client ${parts.name}`);
    this.#gateway = parts.gateway;
    this.#name = parts.name;
    this.#answered = parts.answered;
  }

  get known(): Known {
    return this.merchant.known;
  }

  /** Text that nothing else bears. */
  nextMark(): string {
    return `${this.#name}-${++this.#marks}`;
  }

  /** One of them; undefined when there is none. */
  any<One>(of: readonly One[]): One | undefined {
    return of.length === 0 ? undefined : this.random.pick(of);
  }

  pause(meanMs: number): Promise<void> {
    return this.world.scheduler.pause(this.random.wait(meanMs));
  }

  /** The last answer; undefined when none arrived at all. */
  async call(routeKey: string, asked: Asked = {}): Promise<Reply | undefined> {
    const { isCareless = false, key, secret = this.merchant.key, organizationId: named, ...request } = asked;
    const name = `${this.#name}.${++this.#requests}`;
    const isWrite = !routeKey.startsWith('GET ');
    const idempotencyKey = isWrite && !isCareless ? (key ?? `key-${name}`) : undefined;
    const headers = {
      authorization: `Bearer ${secret}`,
      ...(named ? { 'x-org-id': named } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    };
    const askedAt = this.world.now();
    this.world.askers.set(name, this.merchant.organizationId);
    let reply: Reply | undefined;
    for (let attempt = 1; attempt <= (isCareless ? 1 : TRIES); attempt += 1) {
      if (attempt > 1) await this.world.scheduler.pause(this.random.between(500, 4_000) * attempt);
      reply = await this.#gateway.request(`${name}/${attempt}`, routeKey, { ...request, headers });
      if (reply && reply.status < 500 && !isUnderWay(reply)) break;
    }
    if (reply && isWrite) {
      const { organizationId } = this.merchant;
      const { status, json } = reply;
      const at = this.world.now();
      const { params, body } = asked;
      this.#answered.push({
        organizationId,
        routeKey,
        secret,
        params,
        body,
        status,
        reply: json,
        askedAt,
        at,
      });
    }
    return reply;
  }

  /** Remembers the quotes of a reply. */
  learnQuotes(json: Reply['json']): void {
    for (const { id, expireTime = null } of json?.quotes ?? []) this.known.quotes.push({ id, expireTime });
  }

  /** Remembers the tasks and the id of a job. */
  learnJob(json: Reply['json']): void {
    const job = json?.job ?? json;
    if (typeof job?.id !== 'string' || !job.id.startsWith('job_')) return;
    if (!this.known.jobs.includes(job.id)) this.known.jobs.push(job.id);
    for (const [, taskId] of JSON.stringify(job).matchAll(/"(tsk_[0-9A-Za-z]+)"/g)) {
      if (taskId && !this.known.tasks.some((one) => one.taskId === taskId)) {
        this.known.tasks.push({ jobId: job.id, taskId });
      }
    }
  }
}

/** The first request with the same key is still being answered. */
function isUnderWay({ status, json }: Reply): boolean {
  return status === 409 && json?.error?.code === 'IDEMPOTENCY_KEY_IN_PROGRESS';
}
