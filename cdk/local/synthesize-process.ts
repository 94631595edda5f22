/** Builds the functions, synthesizes the app into the given directory, and informs the parent process. */
import { synthesizeLocally } from './synthesize-locally.ts';

/** Message to the parent process. */
export type Synthesized = { readonly ok: true } | { readonly ok: false; readonly reason: string };

// The parent process has ended, so nobody needs the assembly.
process.once('disconnect', () => process.exit(1));

let outcome: Synthesized = { ok: true };
try {
  const [directory = '', context = '{}'] = process.argv.slice(2);
  await synthesizeLocally(directory, JSON.parse(context) as Readonly<Record<string, unknown>>);
} catch (error) {
  outcome = { ok: false, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
process.send?.(outcome, () => process.exit(outcome.ok ? 0 : 1));
