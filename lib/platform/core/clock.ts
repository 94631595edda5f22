/** Source of the current time and of short waits. Injected wherever time matters, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Waits for a random time of up to `upToMs` milliseconds, so that several waiters do not return together. */
  pause(upToMs: number): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  pause: (upToMs: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, Math.random() * upToMs);
    }),
});

/** A clock that stands still until it is moved. For tests. */
export class FixedClock implements Clock {
  #nowMs: number;
  #drawn = 1;

  constructor(start: number | string) {
    this.#nowMs = typeof start === 'number' ? start : Date.parse(start);
  }

  now(): number {
    return this.#nowMs;
  }

  /** Lets others work for up to `upToMs` real milliseconds, the same ones in every run; the clock stands still. */
  async pause(upToMs: number): Promise<void> {
    this.#drawn = (this.#drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
    await new Promise((resolve) => setTimeout(resolve, (this.#drawn / 2_147_483_648) * upToMs));
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

/**
 * The instant for which a device's report counts: the one that it names, now if it names none or one after now. A device
 * whose clock is ahead must not hold up the reports that follow.
 */
export function reportedAt(named: string | undefined, now: string): string {
  return named === undefined || named > now ? now : named;
}
