import * as z from 'zod';
import type { Json, JsonObject } from '../json.ts';

const view = z.record(z.string(), z.unknown()).nullish();

/**
 * What is behind a run: the entities as the wire shows them, who takes part, and what came with the trigger. An
 * entity that is absent or null is one the workflow does not have.
 */
export const runContextSchema = z.strictObject({
  order: view,
  package: view,
  job: view,
  task: view,
  delivery: view,
  route: view,
  /** Ready-made values of the message variables below these names; entities are read where one is absent. */
  customer: view,
  driver: view,
  provider: view,
  message: view,
  /** Input of a manual or webhook run. */
  trigger_metadata: view,
  /** `name`, `timestamp` and `payload` of the custom event that started the run. */
  custom_event: view,
});

/** Names of the roots of a run's context. */
export const contextRoots = Object.freeze(Object.keys(runContextSchema.shape) as ContextRoot[]);

/** Name of a root of the context. */
export type ContextRoot = keyof typeof runContextSchema.shape;

/** What is behind a run. */
export type RunContext = { readonly [root in ContextRoot]?: JsonObject | null | undefined };

/** Everything a condition or a variable can see. */
export interface Scope {
  readonly context: RunContext;
  /** Outputs of the nodes that ran, by node key, under their names without the leading `__`. */
  readonly outputs: { readonly [nodeKey: string]: JsonObject };
  /**
   * Whether custom events had occurred when the trigger fired, under `<entity>:<event key>`; null when the entity
   * could not be resolved (specification 4.6.8).
   */
  readonly occurred: { readonly [entityAndEvent: string]: boolean | null };
  /** The current time in milliseconds since the epoch. */
  readonly now: number;
}

/** Reads one value out of a scope; undefined when it is not there. */
export type Reader = (scope: Scope) => Json | undefined;
