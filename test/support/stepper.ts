/** Thrown inside a piece of work that is stopped dead, as by a killed process. */
export class Crash extends Error {}

/** One piece of work that goes from gate to gate. */
export interface Work {
  readonly name: string;
  /** Where it waits: the name of the call it is about to make. Undefined once it is over. */
  waitsAt(): string | undefined;
  /** Lets it go on to its next gate or its end. */
  release(): Promise<void>;
  /** Stops it dead: the call it waits for is never made, nor any later one. */
  crash(): Promise<void>;
  /** How it ended; undefined while it goes on. */
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
 * The same object, with a gate in front of each of the named methods. Calls made side by side go one after the other, also
 * those on several objects with the same gate.
 */
export function gated<Target extends object>(
  target: Target,
  methods: readonly (keyof Target)[],
  gate: Gate,
): Target {
  // A proxy may not answer for the fields of a frozen object in its own way; for those of a copy it may.
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
