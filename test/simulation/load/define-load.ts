import type { Client } from '../world/merchant.ts';

/** What merchants do in one area: its endpoints, and how they are used. */
export interface Load {
  readonly area: string;
  /** Route keys that its actions call. */
  readonly drives: readonly string[];
  readonly actions: readonly LoadAction[];
  /** What a merchant has before anything goes wrong. */
  readonly setUp?: (client: Client) => Promise<void>;
  /** Each seed draws whether it has this area: the fewer areas a run has, the more often they interact. */
  readonly isDrawn?: true;
  /**
   * The probability that a seed has it, independently of others. Without it, every seed that does not draw areas has
   * it.
   */
  readonly chance?: number;
  /** How many organizations it needs; left out, one. */
  readonly organizations?: number;
}

/** Something that somebody does, with one request or several. */
export interface LoadAction {
  readonly name: string;
  /** How often it is drawn, relative to others. */
  readonly weight: number;
  readonly run: (client: Client) => Promise<void>;
}

/** Defines the load of an area. */
export function defineLoad(load: Load): Load {
  return Object.freeze(load);
}
