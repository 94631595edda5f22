/** Thrown inside a piece of work that is killed, as a process would be. */
export class Crash extends Error {}

/** A piece of work that runs from gate to gate. */
export interface Work {
  readonly name: string;
  /** Where it waits: the name of the call that it is about to make. Undefined once it has ended. */
  waitsAt(): string | undefined;
  /** Lets it continue to its next gate or its end. */
  release(): Promise<void>;
  /** Kills it: the call that it waits for is never made, nor any later one. */
  crash(): Promise<void>;
  /** How it ended; undefined while it is running. */
  outcome(): { readonly ok: boolean; readonly error?: unknown } | undefined;
}

/** What work calls before every call that leaves the process. */
export type Gate = (call: string) => Promise<void>;

/** Starts work that stops at every gate, so that a test chooses how several pieces interleave. */
export async function startWork(name: string, run: (gate: Gate) => Promise<void>): Promise<Work> {
  let waiting: { call: string; go: () => void; stop: (error: Crash) => void } | undefined;
  let ended: { ok: boolean; error?: unknown } | undefined;
  let isCrashed = false;
  let arrive = () => {};
  const nextStop = () =>
    new Promise<void>((resolve) => {
      arrive = resolve;
    });
  const gate: Gate = (call) => {
    if (isCrashed) return Promise.reject(new Crash(call));
    return new Promise<void>((go, stop) => {
      waiting = { call, go, stop };
      arrive();
    });
  };
  let stopped = nextStop();
  run(gate).then(
    () => {
      ended = { ok: true };
      arrive();
    },
    (error) => {
      ended = { ok: false, error };
      arrive();
    },
  );
  await stopped;
  return {
    name,
    waitsAt: () => (ended ? undefined : waiting?.call),
    outcome: () => ended,
    async release() {
      const present = waiting;
      waiting = undefined;
      stopped = nextStop();
      present?.go();
      await stopped;
    },
    async crash() {
      const present = waiting;
      isCrashed = true;
      waiting = undefined;
      stopped = nextStop();
      present?.stop(new Crash(present.call));
      await stopped;
    },
  };
}

/** The last gated call of each gate: a gate holds one call, whichever object it is made on. */
const lastCalls = new WeakMap<Gate, Promise<unknown>>();

/**
 * The same object with a gate in front of each of the named methods. Parallel calls are made one after the other, even
 * on several objects with the same gate.
 */
export function gated<Target extends object>(
  target: Target,
  methods: readonly (keyof Target)[],
  gate: Gate,
): Target {
  // A proxy must return the fields of a frozen object as they are; for those of a copy it may return others.
  return new Proxy(Object.isFrozen(target) ? { ...target } : target, {
    get(inner, name) {
      const value = Reflect.get(inner, name, inner);
      if (typeof value !== 'function') return value;
      const bound = value.bind(inner);
      if (!methods.includes(name as keyof Target)) return bound;
      return (...parameters: unknown[]) => {
        const call = async () => {
          await gate(String(name));
          return bound(...parameters);
        };
        const made = (lastCalls.get(gate) ?? Promise.resolve()).then(call, call);
        lastCalls.set(gate, made);
        return made;
      };
    },
  });
}
