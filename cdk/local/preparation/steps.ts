import { createHash } from 'node:crypto';
import { join } from 'node:path';

/**
 * What a start needs, in the order in which it is made: the templates, then the code of the functions, then what only
 * the documentation and the console show. Functions wait for their code, so requests are accepted after the first.
 */
export const STEPS = ['templates', 'functions', 'documents', 'console'] as const;

/** Name of its bundle. */
export const DEMO_ENTRY = 'create-demo';

export type Step = (typeof STEPS)[number];

/** Folder of the code of all functions in the directory of an assembly. */
export function codeDirectory(assemblyDirectory: string): string {
  return join(assemblyDirectory, 'functions');
}

/** What creates the demo organization, bundled with the functions: from its sources it takes five times as long to load. */
export function demoModule(assemblyDirectory: string): string {
  return join(codeDirectory(assemblyDirectory), `${DEMO_ENTRY}.mjs`);
}

/** What steps are made of. */
export interface MadeOf {
  /** Digest of the sources. */
  readonly sources: string;
  /** The context of the app, in which it is synthesized. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Digest of what a step is made of: only the templates depend on the context. */
export function digestOfStep({ sources, context }: MadeOf, step: Step): string {
  const hash = createHash('sha256').update(sources);
  return (step === 'templates' ? hash.update(JSON.stringify(context)) : hash).digest('hex');
}

/** File of an assembly that says what a step wrote and what that was made of. */
export function recordOf(directory: string, step: Step): string {
  return join(directory, `made-of-${step}.json`);
}

/** The functions that read files of a later step. */
const READ_LATER: Readonly<Record<string, Step>> = { 'api-meta': 'documents', 'api-console': 'console' };

/** The step after which a function, by the name of its bundle, can run. */
export function stepOf(bundle: string): Step {
  return READ_LATER[bundle] ?? 'functions';
}
