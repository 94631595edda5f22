/** Source of the present instant. Injected wherever time matters, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = Object.freeze({ now: () => Date.now() });

/** A clock that stands still until it is moved. For tests. */
export class FixedClock implements Clock {
  #nowMs: number;

  constructor(start: number | string) {
    this.#nowMs = typeof start === 'number' ? start : Date.parse(start);
  }

  now(): number {
    return this.#nowMs;
  }

  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** `2026-11-21T10:00:00.000Z`: how instants are stored and sent (decision B35). */
export function toInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
