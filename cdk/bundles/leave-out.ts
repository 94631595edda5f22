import type { Metafile, Plugin } from 'esbuild';

/** A module that functions import but never run. */
interface NeverRun {
  /** Matches the end of its path. */
  readonly module: RegExp;
  readonly because: string;
}

const NO_STREAMS = 'no called service answers with a stream of events';
const NO_JSON_SCHEMA = 'the API document is written before functions are bundled';

const NEVER_RUN: readonly NeverRun[] = [
  { module: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/, because: NO_STREAMS },
  { module: /zod\/v4\/core\/to-json-schema\.js$/, because: NO_JSON_SCHEMA },
  { module: /zod\/v4\/core\/json-schema-processors\.js$/, because: NO_JSON_SCHEMA },
];

/**
 * Leaves out code that never runs: only the names of such a module's exports stay, and calling one throws the reason
 * why it is missing.
 */
export const leaveOut: Plugin = Object.freeze({
  name: 'leave-out',
  setup(build: Parameters<Plugin['setup']>[0]) {
    for (const { module, because } of NEVER_RUN) {
      build.onLoad({ filter: module }, async ({ path }) => {
        const { metafile } = await build.esbuild.build({ entryPoints: [path], metafile: true, write: false });
        const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
        const message = `${path.slice(path.search(module))} is left out of the bundles: ${because}.`;
        return {
          contents: `function leftOut() { throw new Error(${JSON.stringify(message)}); }
export { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`,
        };
      });
    }
  },
});

/**
 * Throws when a module did not occur in a build of everything: its package has moved it, so it would be in the bundles.
 */
export function requireLeftOut({ inputs }: Metafile): void {
  for (const { module } of NEVER_RUN) {
    if (Object.keys(inputs).some((path) => module.test(path))) continue;
    throw new Error(
      `No module matches ${module}. Find its new place in the package; see cdk/bundles/leave-out.ts.`,
    );
  }
}
