import { randomUUID } from 'node:crypto';
import type { Functions, InvocationResult, LocalClock, Permissions, Principal } from '../ports.ts';
import type { FunctionSettings } from './function-settings.ts';
import { FunctionWorker, PAYLOAD_LIMIT } from './function-worker.ts';
import type { FunctionLogs } from './write-logs.ts';

/** What the functions are run with. */
export interface FunctionSurroundings {
  readonly clock: Pick<LocalClock, 'skippedMs'>;
  readonly permissions: Permissions;
  /** The AWS endpoint that functions are pointed at. */
  readonly endpoint: string;
  readonly logs: FunctionLogs;
}

/**
 * Most execution environments of one function at once. Like Lambda each runs one invocation at a time; unlike Lambda
 * the next waits for its turn, as an environment takes some 30 MB.
 */
const ENVIRONMENTS_PER_FUNCTION = 8;

/**
 * Another environment is started for a waiting invocation once every one there is has been busy with its own for this
 * long (ms), doubled with each. Measured on two cores: a second environment makes short work slower (319 against 201
 * requests a second), so it is only for work that waits on others, and not for a machine that has too much to do.
 */
const PATIENCE_MS = 100;

/** An environment beyond the first that has had nothing to do for this long is ended (ms). */
const SPARE_ENVIRONMENT_IDLE_MS = 30_000;

interface Pool {
  readonly settings: FunctionSettings;
  readonly idle: FunctionWorker[];
  readonly waiting: ((worker: FunctionWorker | undefined) => void)[];
  readonly all: Set<FunctionWorker>;
  running: number;
  sweep: NodeJS.Timeout | undefined;
}

/** All functions of the template, each with its own lazily started workers. */
export class LocalFunctions implements Functions {
  readonly #surroundings: FunctionSurroundings;
  readonly #pools = new Map<string, Pool>();
  #underWay = 0;
  #stopped = false;

  constructor(surroundings: FunctionSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Makes a function known. It starts with its first invocation. */
  add(settings: FunctionSettings): void {
    this.#pools.set(settings.name, {
      settings,
      idle: [],
      waiting: [],
      all: new Set(),
      running: 0,
      sweep: undefined,
    });
  }

  roleOf(nameOrArn: string): string {
    return this.#pool(nameOrArn).settings.roleArn;
  }

  /** Role behind an access key id, which is the function's name. */
  roleOfAccessKey(accessKeyId: string): string | undefined {
    return this.#pools.get(accessKeyId)?.settings.roleArn;
  }

  idle(): boolean {
    return this.#underWay === 0;
  }

  async invoke(nameOrArn: string, event: unknown, by?: Principal): Promise<InvocationResult> {
    const pool = this.#pools.get(nameIn(nameOrArn));
    if (pool === undefined) {
      return failure('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
    }
    const { settings } = pool;
    if (by !== undefined) {
      const need = { action: 'lambda:InvokeFunction', resource: settings.arn };
      const refusal = this.#surroundings.permissions.refusal(by, need);
      if (refusal !== undefined) return failure('AccessDeniedException', refusal);
    }
    const text = JSON.stringify(event) ?? 'null';
    if (Buffer.byteLength(text) > PAYLOAD_LIMIT) {
      return failure(
        'RequestEntityTooLargeException',
        `Request must be smaller than ${PAYLOAD_LIMIT} bytes for the InvokeFunction operation`,
      );
    }
    if (settings.reservedConcurrency !== undefined && pool.running >= settings.reservedConcurrency) {
      return failure('TooManyRequestsException', 'Rate Exceeded.');
    }
    this.#underWay += 1;
    pool.running += 1;
    try {
      return await this.#run(pool, text);
    } finally {
      pool.running -= 1;
      this.#underWay -= 1;
    }
  }

  /** Ends every worker. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(
      [...this.#pools.values()].map(async (pool) => {
        clearTimeout(pool.sweep);
        for (const turn of pool.waiting.splice(0)) turn(undefined);
        await Promise.all([...pool.all].map((worker) => worker.end()));
      }),
    );
  }

  async #run(pool: Pool, event: string): Promise<InvocationResult> {
    const worker = await this.#take(pool);
    if (worker === undefined) return failure('Sandbox.Stopped', 'the local cloud has stopped');
    try {
      return await worker.invoke(randomUUID(), event);
    } finally {
      this.#giveBack(pool, worker);
    }
  }

  async #take(pool: Pool): Promise<FunctionWorker | undefined> {
    if (this.#stopped) return undefined;
    const idle = pool.idle.pop();
    if (idle !== undefined && !idle.ended) return idle;
    if (idle !== undefined) pool.all.delete(idle);
    if (pool.all.size === 0) return this.#start(pool);
    return new Promise((resolve) => {
      const turn = (environment: FunctionWorker | undefined) => {
        clearTimeout(timer);
        resolve(environment);
      };
      const grow = () => {
        const place = pool.waiting.indexOf(turn);
        if (place === -1 || pool.all.size >= ENVIRONMENTS_PER_FUNCTION) return;
        const patienceMs = PATIENCE_MS * 2 ** (pool.all.size - 1);
        if ([...pool.all].every((environment) => environment.busyMs >= patienceMs)) {
          pool.waiting.splice(place, 1);
          resolve(this.#start(pool));
        } else {
          timer = setTimeout(grow, PATIENCE_MS);
        }
      };
      let timer = setTimeout(grow, PATIENCE_MS);
      pool.waiting.push(turn);
    });
  }

  #giveBack(pool: Pool, worker: FunctionWorker): void {
    if (worker.ended) pool.all.delete(worker);
    const next = pool.waiting.shift();
    if (next !== undefined) {
      next(worker.ended ? this.#start(pool) : worker);
    } else {
      if (!worker.ended) pool.idle.push(worker);
      this.#sweepLater(pool);
    }
  }

  #start(pool: Pool): FunctionWorker | undefined {
    if (this.#stopped) return undefined;
    const { endpoint, clock, logs } = this.#surroundings;
    const worker = new FunctionWorker(pool.settings, {
      endpoint,
      skippedMs: clock.skippedMs,
      print: logs.of(pool.settings.name),
    });
    pool.all.add(worker);
    return worker;
  }

  #sweepLater(pool: Pool): void {
    clearTimeout(pool.sweep);
    pool.sweep = setTimeout(() => {
      for (const spare of pool.idle.splice(1)) {
        pool.all.delete(spare);
        void spare.end();
      }
    }, SPARE_ENVIRONMENT_IDLE_MS);
    pool.sweep.unref();
  }

  #pool(nameOrArn: string): Pool {
    const pool = this.#pools.get(nameIn(nameOrArn));
    if (pool === undefined) throw new Error(`Function not found: ${nameOrArn}`);
    return pool;
  }
}

/** `orders` of `orders` and of `arn:aws:lambda:us-east-1:000000000000:function:orders[:$LATEST]`. */
function nameIn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;
}

function failure(errorType: string, errorMessage: string): InvocationResult {
  return { ok: false, errorType, errorMessage, trace: [] };
}
