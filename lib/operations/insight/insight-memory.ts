/** What an instance of a function remembers. Nothing is lost with it: it only spares calls. */
export interface InsightMemory {
  /** Messages that it sent to the worker that counts, by what is to be counted. */
  readonly sent: Map<string, { readonly dueAtMs: number; readonly done: Promise<void> }>;
  /** Which organizations have zones, and which have workflows, and until when that is believed. */
  readonly zones: Map<string, Believed>;
  readonly workflows: Map<string, Believed>;
}

/** Whether an organization has any of something. */
export interface Believed {
  readonly hasAny: boolean;
  readonly untilMs: number;
}

/** A memory without anything. */
export function newInsightMemory(): InsightMemory {
  return { sent: new Map(), zones: new Map(), workflows: new Map() };
}
