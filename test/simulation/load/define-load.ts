import type { Client } from '../world/merchant.ts';

/** What merchants do in one area: its endpoints, and the ways in which they are used. */
export interface Load {
  readonly area: string;
  /** Route keys that its actions call. */
  readonly drives: readonly string[];
  readonly actions: readonly LoadAction[];
  /** What a merchant has before anything goes wrong. */
  readonly setUp?: (client: Client) => Promise<void>;
  /** Each seed draws whether it has this area: the fewer areas there are in a run, the more they meet. */
  readonly isDrawn?: true;
  /** The chance of a seed to have it, whatever else it has. Without it, and if it is not drawn, each seed has it. */
  readonly chance?: number;
}

/** One thing that somebody does, with a request or several. */
export interface LoadAction {
  readonly name: string;
  /** How often it is drawn, compared with others. */
  readonly weight: number;
  readonly run: (client: Client) => Promise<void>;
}

/** Defines the load of an area. */
export function defineLoad(load: Load): Load {
  return Object.freeze(load);
}
