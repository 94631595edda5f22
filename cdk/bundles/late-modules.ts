import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsOf } from './read-exports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Modules of ours with a large part that many invocations never call: each is a late file of its own. They export only
 * functions.
 */
const LATE = [
  // The plans of telephone numbers, 58 kB: needed only where a number arrives.
  'lib/platform/core/read-phone-number.ts',
  // The logger, 35 kB: needed where a line is written, which most invocations do not.
  'lib/platform/core/powertools-logger.ts',
  // The client of X-Ray, 60 kB: needed for the few requests whose trace is recorded.
  'lib/platform/runtime/send-segments.ts',
  // The client of SQS, 40 kB: needed where a message could not be handled.
  'lib/platform/events/queue-client.ts',
  'lib/platform/events/return-message.ts',
  // Metrics in the embedded format, 15 kB: needed where an installation wants them of each organization.
  'lib/platform/runtime/print-measurement.ts',
  // The codes of all countries, 3 kB: needed where an address comes in.
  'lib/platform/core/countries.ts',
  // The client of Amazon's map, 170 kB: needed where an address is looked up that is not kept yet.
  'lib/engines/geocoding/amazon-location-places.ts',
  // The client of Secrets Manager, 220 kB: needed where a provider is asked with an organization's own account.
  'lib/fulfilment/providers/accounts/amazon-credential-store.ts',
  // The same client: needed where a secret of the installation is read.
  'functions/compose/read-secret.ts',
  // The same client: needed where counts or the data lake have something to take.
  'functions/compose/send-to-worker.ts',
  // Streets of the demo city: needed where the local geocoder is asked, and never in production.
  'lib/engines/geocoding/gazetteer/search-gazetteer.ts',
  // The optimizer, 120 kB: needed where an order was left out, to try another vehicle.
  'lib/fleet/planning/takes-alone.ts',
  // The conditions of rules, 20 kB: needed where an organization has rules for its dispatch.
  'lib/fulfilment/dispatch/rules/rule-holds.ts',
  // How orders fare, 14 kB: needed where an export asks for the status of deliveries.
  'lib/fulfilment/jobs/deliveries/keep-by-delivery.ts',
  // Recurrence rules, 180 kB: needed where a delivery window or an order recurs.
  'lib/ordering/windows/expand-recurrence.ts',
  // A writer of CSV, 11 kB: needed where a table is downloaded.
  'lib/operations/uploads/tables/write-csv.ts',
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
  // What actions of workflows do, 40 kB: needed where a run comes to one.
  'lib/reactions/automations/effects/carry-out.ts',
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
  // The document of the API, which takes 20 ms to unpack: needed where somebody reads it, or asks for an unknown path.
  'functions/api/meta/api-document.ts',
  // A reader of CSV, 30 kB: needed where a file is read.
  'lib/operations/uploads/tables/read-table.ts',
  // Excel workbooks, 60 kB: needed where somebody uploads one.
  'lib/operations/uploads/tables/read-excel.ts',
  // The interpreter of the sandbox, 370 kB: needed where an assistant sends code.
  'lib/engines/sandbox/run-in-sandbox.ts',
];

const ALWAYS_LATE: ReadonlyMap<string, string> = new Map(
  LATE.map((module) => [join(ROOT, module), basename(module, '.ts')]),
);

/** The modules above: absolute path of each, and name of its late file. Throws when one cannot be loaded late. */
export function alwaysLate(): ReadonlyMap<string, string> {
  for (const path of ALWAYS_LATE.keys()) {
    if (!existsSync(path)) throw new Error(`There is no ${path}: name the file where it lies now.`);
    if (!functionsOf(path)) throw new Error(`${path} exports more than functions: it cannot be loaded late.`);
  }
  return ALWAYS_LATE;
}

const DEFINES = /[\\/]define-[^\\/]+$/;

/**
 * Name of the late file of a module: its own, or the one that the functions of its area share, since what an area does
 * is loaded with the first call of it. Undefined for a module that exports more than functions and for one that is named
 * `define-…`, because they are needed when their importer is loaded, and for the platform, which every function needs.
 */
export function lateFileOf(module: string): string | undefined {
  const own = ALWAYS_LATE.get(module);
  if (own !== undefined || functionsOf(module) === undefined || DEFINES.test(module)) return own;
  const [lib, room, ...rest] = areaOf(module).split(sep);
  return lib === 'lib' && room !== 'platform' ? [room, ...rest].join('-') : undefined;
}

/** Whether two modules are of one area. */
export function areOfOneArea(module: string, other: string): boolean {
  return areaOf(module) === areaOf(other);
}

const areas = new Map<string, string>();

/** The nearest folder that has an `index.ts`, relative to the repository; empty when there is none. */
function areaOf(module: string): string {
  const folder = dirname(module);
  const known = areas.get(folder);
  if (known !== undefined) return known;
  const isArea = existsSync(join(folder, 'index.ts'));
  const area = isArea ? relative(ROOT, folder) : folder.length > ROOT.length ? areaOf(folder) : '';
  areas.set(folder, area);
  return area;
}
