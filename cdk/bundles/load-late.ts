import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { moduleFilter } from './module-filter.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Modules of ours that import a large library and that many invocations never call. Their exports are functions that
 * take and return plain values and keep no state that matters.
 */
const LATE = [
  // The plans of telephone numbers, 58 kB: needed only where a number arrives.
  'lib/platform/core/read-phone-number.ts',
  // The client of X-Ray, 60 kB: needed for the few requests whose trace is recorded.
  'lib/platform/runtime/send-segments.ts',
  // Metrics in the embedded format, 15 kB: needed where an installation wants them of each organization.
  'lib/platform/runtime/print-measurement.ts',
  // The codes of all countries, 3 kB: needed where an address comes in.
  'lib/platform/core/countries.ts',
  // The client of Amazon's map, 170 kB: needed where an address is looked up that is not kept yet.
  'lib/engines/geocoding/amazon-location-places.ts',
  // The client of Secrets Manager, 220 kB: needed where a provider is asked with an organization's own account.
  'lib/fulfilment/providers/accounts/amazon-credential-store.ts',
  // Streets of the demo city: needed where the local geocoder is asked, and never in production.
  'lib/engines/geocoding/gazetteer/search-gazetteer.ts',
  // The optimizer, 120 kB: needed where an order was left out, to try another vehicle.
  'lib/fleet/planning/takes-alone.ts',
  // The conditions of rules, 20 kB: needed where an organization has rules for its dispatch.
  'lib/fulfilment/dispatch/rules/rule-holds.ts',
  // How orders fare, 14 kB: needed where an export asks for the status of deliveries.
  'lib/fulfilment/jobs/deliveries/keep-by-delivery.ts',
  // A regular expression engine in linear time, 150 kB: needed where a workflow has a pattern.
  'lib/engines/workflows/filters/compile-pattern.ts',
  // Time zones, 56 kB: needed where a destination has quiet hours.
  'lib/reactions/notifications/messages/end-of-local-hours.ts',
  // Time zones by country, state and coordinates, 5 kB: needed where a place has no time zone yet.
  'lib/platform/core/time-zone-at.ts',
  // A template engine, 80 kB: needed where an e-mail has a template.
  'lib/reactions/notifications/templates/liquid.ts',
  // Segments of text messages, 38 kB: needed where a person looks at a preview.
  'lib/reactions/notifications/messages/measure-text.ts',
  // What workflows can consist of, 300 kB: needed by the editor alone.
  'lib/engines/workflows/schema/workflow-schema.ts',
  // The engine of workflows, 110 kB: needed where an organization has workflows inside its requests.
  'lib/reactions/automations/synchronous/run-in-request.ts',
  // Every action of workflows and what it acts on: needed where a request carries out a run itself.
  'functions/compose/carry-run-in-request.ts',
  // The clients of e-mail and texts, 310 kB with their pace: needed where a driver's invitation is sent.
  'functions/compose/invitation-sender.ts',
  // The adapters of all providers, 60 kB: needed where a zone restriction names providers.
  'functions/compose/unknown-providers.ts',
  // The protocol of assistants, 450 kB with its content: only the tool server needs it.
  'lib/reactions/tools/serve-protocol.ts',
  // Every tool with its schemas.
  'functions/compose/tool-catalogue.ts',
  // The network that finds faces, 250 kB, and the codecs of photos: needed where a photo is masked or looked at.
  'lib/engines/photos/mask-photo.ts',
  'lib/engines/photos/shrink-photo.ts',
  // A library for PDFs, 580 kB: needed where a manifest is drawn.
  'lib/fulfilment/documents/draw-manifest.ts',
  // Excel workbooks, 60 kB: needed where somebody uploads one.
  'lib/operations/uploads/tables/read-excel.ts',
  // The interpreter of the sandbox, 370 kB: needed where an assistant sends code.
  'lib/engines/sandbox/run-in-sandbox.ts',
];

/** Calls to these modules are resolved to files beside the bundle. */
const BESIDE = 'beside-the-bundle:';

/** Marks a late module that is bundled itself, not the calls to it. */
const ITSELF = '?itself';

/**
 * Leaves late modules out of the bundles: the exported functions of each stay, and the first call loads the module from
 * a file next to the bundle. The service starts without them.
 */
export const loadLate: Plugin = Object.freeze({
  name: 'load-late',
  setup(bundling: Parameters<Plugin['setup']>[0]) {
    const ending = bundling.initialOptions.format === 'esm' ? '.mjs' : '.cjs';
    bundling.onResolve({ filter: new RegExp(`^${BESIDE}`) }, ({ path }) => ({
      path: `./${path.slice(BESIDE.length)}${ending}`,
      external: true,
    }));
    for (const module of LATE) {
      const filter = moduleFilter(module);
      bundling.onResolve({ filter }, ({ kind, path }) =>
        kind === 'entry-point' ? { path, suffix: ITSELF } : undefined,
      );
      bundling.onLoad({ filter }, async ({ path, suffix }) => {
        if (suffix === ITSELF) return undefined;
        const { metafile } = await bundling.esbuild.build({
          entryPoints: [path],
          metafile: true,
          write: false,
        });
        const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
        const load = `let loaded;\nconst late = () => (loaded ??= require('${BESIDE}${lateName(module)}'));`;
        const calls = names.map((name) => `export const ${name} = (...given) => late().${name}(...given);`);
        return { contents: [load, ...calls].join('\n') };
      });
    }
  },
});

/** The late modules as entry points of a build, each with the name of its file. */
export function lateEntries(): readonly { readonly in: string; readonly out: string }[] {
  return LATE.map((module) => ({ in: join(ROOT, module), out: lateName(module) }));
}

/** A file that a function loads late: its name next to the function's bundle, and its content. */
export interface LateFile {
  /** The bundle, as the build's account names it. */
  readonly bundle: string;
  readonly file: string;
  readonly contents: Uint8Array;
}

/** The late files of every bundle of a build, each bundled separately with `options`. */
export async function lateFiles({ outputs }: Metafile, options: BuildOptions): Promise<readonly LateFile[]> {
  const built = await Promise.all(
    LATE.map(async (module) => {
      const { outputFiles } = await build({ ...options, entryPoints: [join(ROOT, module)], write: false });
      return { module, contents: outputFiles[0]!.contents };
    }),
  );
  return Object.entries(outputs).flatMap(([bundle, { inputs }]) =>
    built
      .filter(({ module }) => Object.hasOwn(inputs, module) && inputs[module]!.bytesInOutput > 0)
      .map(({ module, contents }) => ({ bundle, file: `${lateName(module)}.cjs`, contents })),
  );
}

function lateName(module: string): string {
  return basename(module, '.ts');
}
