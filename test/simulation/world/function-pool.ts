import { monotonicFactory } from 'ulid';
import type { Clock } from '../../../lib/platform/core/clock.ts';
import type { Ids } from '../../../lib/platform/core/ids.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A function died, or reached its time limit. */
export class Died extends Error {}

/** How to create a function from its instance, which contains everything that it depends on. */
export interface FunctionDefinition {
  readonly name: string;
  readonly timeoutSeconds: number;
  /** The handler as Lambda calls it, with the dependencies of this instance. */
  readonly make: (instance: Instance) => (event: never) => Promise<unknown>;
}

/** One execution environment of a function: it handles one event at a time, and its memory persists between events. */
export class Instance {
  readonly functionName: string;
  readonly world: World;
  readonly ids: Ids;
  readonly clock: Clock;
  /** That of the event it handles. */
  random: Random;
  /** Names the event that it handles. */
  cause = '';
  isDead = false;
  isBusy = false;
  #calls = 0;
  #fail: (error: Died) => void = () => undefined;
  readonly #skewMs: number;

  constructor(functionName: string, world: World, cause: string) {
    this.functionName = functionName;
    this.world = world;
    this.random = world.random(`instance ${functionName} ${cause}`);
    this.#skewMs = world.faults.happens('clock-skew', this.random, functionName)
      ? this.random.between(-2_000, 2_000)
      : 0;
    const { scheduler } = world;
    this.clock = {
      now: () => scheduler.now() + (world.faults.isOn ? this.#skewMs : 0),
      pause: (upToMs) => scheduler.pause(this.random.next() * upToMs),
    };
    const ulid = monotonicFactory(() => this.random.next());
    this.ids = { next: (prefix) => `${prefix}_${ulid(this.clock.now())}` };
  }

  begin(cause: string, fail: (error: Died) => void): void {
    this.cause = cause;
    this.random = this.world.random(`${this.functionName} ${cause}`);
    this.isBusy = true;
    this.#calls = 0;
    this.#fail = fail;
  }

  end(): void {
    this.isBusy = false;
    this.#fail = () => undefined;
  }

  /** Whatever it was about to do is not done. */
  die(why: string): void {
    if (this.isDead) return;
    this.isDead = true;
    this.world.tell(this.functionName, `died ${why} [${this.cause}]`);
    this.#fail(new Died(`${this.functionName} died ${why}`));
  }

  /**
   * A call that leaves the function: it arrives after `there` milliseconds, takes effect, and its answer is back after
   * another `back`. The function may die before or after the effect.
   */
  call<Answer>(
    what: string,
    effect: () => Answer | Promise<Answer>,
    times: { readonly there: number; readonly back: number },
  ): Promise<Answer> {
    const { world, random } = this;
    const { cause } = this;
    const name = `${this.functionName} ${cause} #${++this.#calls} ${what}`;
    return new Promise((resolve, reject) => {
      if (this.isDead) return;
      if (world.faults.happens('crash-before', random, name)) return this.die(`before ${what}`);
      const diesAfter = world.faults.happens('crash-after', random, name);
      world.scheduler.after(times.there, () => {
        if (this.isDead) return;
        const settle = (go: () => void) => {
          if (diesAfter) return this.die(`after ${what}`);
          world.scheduler.after(times.back, () => {
            if (!this.isDead) go();
          });
        };
        try {
          const answer = effect();
          if (answer instanceof Promise) {
            answer.then(
              (value) => settle(() => resolve(value)),
              (error) => settle(() => reject(error)),
            );
          } else settle(() => resolve(answer));
        } catch (error) {
          settle(() => reject(error));
        }
      });
    });
  }

  /** How long a call of AWS takes. */
  awsTimes(what: string): { readonly there: number; readonly back: number } {
    const { random, world } = this;
    const slow = world.faults.happens('slow-call', random, `${this.functionName} ${this.cause} ${what}`);
    return {
      there: random.wait(world.pace) + (slow ? random.between(500, 5_000) : 0),
      back: random.wait(world.pace),
    };
  }
}

/** The instances of every function. */
export class FunctionPool {
  readonly #world: World;
  readonly #functions = new Map<string, FunctionDefinition>();
  readonly #instances = new Map<
    string,
    { readonly instance: Instance; readonly handler: (event: never) => Promise<unknown> }[]
  >();

  constructor(world: World, functions: readonly FunctionDefinition[]) {
    this.#world = world;
    for (const one of functions) this.#functions.set(one.name, one);
  }

  /**
   * Runs a function. `cause` is the same name for the event in every run of the seed. Rejects when the function dies.
   */
  invoke(name: string, cause: string, event: unknown): Promise<unknown> {
    const definition = this.#functions.get(name);
    if (!definition) throw new Error(`There is no function ${name}.`);
    const pool = (this.#instances.get(name) ?? []).filter(({ instance }) => !instance.isDead);
    this.#instances.set(name, pool);
    let free = pool.find(({ instance }) => !instance.isBusy);
    if (!free) {
      const instance = new Instance(name, this.#world, cause);
      free = { instance, handler: definition.make(instance) };
      pool.push(free);
    }
    const { instance, handler } = free;
    return new Promise((resolve, reject) => {
      instance.begin(cause, reject);
      const limit = this.#world.scheduler.after(
        definition.timeoutSeconds * 1000,
        () => {
          if (instance.cause === cause && instance.isBusy) instance.die('when its time was up');
        },
        { isBackground: true },
      );
      const over = (go: () => void) => {
        limit.cancel();
        if (instance.isDead) return;
        if (this.#world.faults.happens('crash-at-end', instance.random, `${name} ${cause}`)) {
          instance.die('at its end');
          return;
        }
        instance.end();
        go();
      };
      handler(event as never).then(
        (result) => over(() => resolve(result)),
        (error) => over(() => reject(error)),
      );
    });
  }

  /** Every function that runs dies. */
  restart(): void {
    for (const pool of this.#instances.values()) {
      for (const { instance } of pool) instance.die('with everything');
    }
  }
}
