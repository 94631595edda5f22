import type { FunctionPool } from './function-pool.ts';
import type { World } from './world.ts';

/** As in the stack: a message that failed this often is moved to the dead letters. */
const MAX_RECEIVES = 5;
/** As in the stack: a message is hidden for this many times its function's time limit. */
const VISIBILITY_FACTOR = 6;

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
  visibleAt: number;
  receipt: string;
}

/** A dead letter with the reason for it. */
export interface DeadLetter {
  readonly worker: string;
  readonly body: string;
  readonly why: string;
  /** It was a dead letter before and was given back to its worker. */
  readonly hasComeAgain: boolean;
}

/** A standard queue with its worker: at least once, in no order, several messages at a time. */
class Queue {
  readonly #world: World;
  readonly #pool: FunctionPool;
  readonly #worker: { readonly name: string; readonly timeoutSeconds: number; readonly batchSize?: number };
  readonly #dead: DeadLetter[];
  readonly #messages = new Map<string, Message>();
  readonly #sendings = new Map<string, number>();
  readonly #redriven = new Set<string>();
  readonly #deliveries = new Map<string, number[]>();

  constructor(
    world: World,
    pool: FunctionPool,
    worker: { readonly name: string; readonly timeoutSeconds: number; readonly batchSize?: number },
    dead: DeadLetter[],
  ) {
    this.#world = world;
    this.#pool = pool;
    this.#worker = worker;
    this.#dead = dead;
  }

  send(body: string, delayMs: number): void {
    // Repetitions of the same message are distinguished by their number.
    const text = eventIdOf(body);
    const sending = (this.#sendings.get(text) ?? 0) + 1;
    this.#sendings.set(text, sending);
    const id = `${text}/${sending}`;
    const random = this.#world.random(`queue ${this.#worker.name} ${id}`);
    const where = `${this.#worker.name} ${id}`;
    const late = this.#world.faults.happens('late-message', random, where)
      ? random.between(1_000, 60_000)
      : 0;
    const wait = delayMs + random.wait(this.#world.pace * 2) + late;
    this.#add(id, body, wait);
    if (this.#world.faults.happens('duplicate-message', random, where)) {
      this.#add(`${id}b`, body, delayMs + random.wait(this.#world.pace * 2) + random.between(0, 30_000));
    }
  }

  /** The times at which the worker was given the message of an event. */
  deliveriesOf(eventId: string): readonly number[] {
    return this.#deliveries.get(eventId) ?? [];
  }

  /** Messages that the worker has not finished. */
  waiting(): readonly string[] {
    return [...this.#messages.values()].map(({ body }) => body);
  }

  /** As an operator does when the cause is gone: dead letters are given back to their worker. */
  redrive(letter: DeadLetter): void {
    this.#redriven.add(letter.body);
    this.send(letter.body, 0);
  }

  /** Moves a message to the dead letters. */
  park(body: string, why: string): void {
    this.#world.tell(this.#worker.name, `dead letter by ${why}: ${eventIdOf(body)}`);
    this.#dead.push({ worker: this.#worker.name, body, why, hasComeAgain: this.#redriven.has(body) });
  }

  putOff(receipt: string, ms: number): void {
    const message = [...this.#messages.values()].find((one) => one.receipt === receipt);
    if (message) this.#showAfter(message, ms);
  }

  #add(id: string, body: string, delayMs: number): void {
    const message = { id, body, receives: 0, visibleAt: 0, receipt: '' };
    this.#messages.set(id, message);
    this.#showAfter(message, delayMs);
  }

  #showAfter(message: Message, ms: number): void {
    message.visibleAt = this.#world.now() + ms;
    this.#world.scheduler.after(ms, () => this.#deliver(message));
  }

  #deliver(first: Message): void {
    const now = this.#world.now();
    const isVisible = (message: Message) => this.#messages.has(message.id) && message.visibleAt <= now;
    if (!isVisible(first)) return;
    const { name, timeoutSeconds, batchSize = 10 } = this.#worker;
    const random = this.#world.random(`delivery ${name} ${first.id} ${first.receives}`);
    const others = [...this.#messages.values()].filter((one) => one !== first && isVisible(one));
    const most = random.between(0, batchSize - 1);
    const batch = random.shuffle([first, ...random.shuffle(others).slice(0, most)]);
    const taken = batch.filter((message) => {
      message.receives += 1;
      if (message.receives <= MAX_RECEIVES) return true;
      this.#messages.delete(message.id);
      this.park(message.body, 'five failures');
      return false;
    });
    if (taken.length === 0) return;
    for (const message of taken) {
      message.receipt = `${message.id}:${message.receives}`;
      const eventId = eventIdOf(message.body);
      this.#deliveries.set(eventId, [...this.deliveriesOf(eventId), now]);
      this.#showAfter(message, timeoutSeconds * VISIBILITY_FACTOR * 1000);
    }
    const receipts = new Map(taken.map((message) => [message.id, message.receipt]));
    const cause = taken.map(({ receipt }) => receipt).join(',');
    this.#world.tell(name, () => `gets ${taken.map(({ body }) => eventOf(body)).join(', ')}`);
    const Records = taken.map((message) => ({
      messageId: message.id,
      receiptHandle: message.receipt,
      body: message.body,
      attributes: { ApproximateReceiveCount: String(message.receives) },
    }));
    this.#pool.invoke(name, cause, { Records }).then(
      (result) => {
        const { batchItemFailures } = result as { batchItemFailures: readonly { itemIdentifier: string }[] };
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        for (const message of taken) {
          // Somebody else has it by now.
          if (failed.has(message.id) || message.receipt !== receipts.get(message.id)) continue;
          if (this.#world.faults.happens('lost-deletion', random, `${name} ${message.receipt}`)) continue;
          this.#messages.delete(message.id);
          message.visibleAt = Number.POSITIVE_INFINITY;
        }
      },
      // The messages are delivered again when they become visible.
      () => undefined,
    );
  }
}

/** The queues of all workers. */
export class Queues {
  readonly #queues = new Map<string, Queue>();
  readonly dead: DeadLetter[] = [];

  constructor(
    world: World,
    pool: FunctionPool,
    workers: readonly {
      readonly name: string;
      readonly timeoutSeconds: number;
      readonly batchSize?: number;
    }[],
  ) {
    for (const worker of workers) this.#queues.set(worker.name, new Queue(world, pool, worker, this.dead));
  }

  of(worker: string): Queue {
    const queue = this.#queues.get(worker);
    if (!queue) throw new Error(`There is no queue ${worker}.`);
    return queue;
  }
}

function eventIdOf(body: string): string {
  return /"id":"([^"]+)"/.exec(body)?.[1] ?? body;
}

function eventOf(body: string): string {
  const { name, aggregateId, id } = JSON.parse(body) as Record<string, string>;
  return `${name} of ${aggregateId} [${id}]`;
}
