import { breaksLayers } from './layers.ts';
import type { FileImport, SourceFile } from './read-imports.ts';
import { depthOf, ROOMS, roomOf, unitOf } from './rooms.ts';

/** A rule about imports: `breaks` says whether an import breaks it. */
export interface ImportRule {
  /** The message for whoever broke it: the rule, and what to do instead. */
  readonly rule: string;
  readonly breaks: (given: FileImport) => boolean;
  /**
   * Imports that are allowed to break it, each with its reason. One that no longer breaks anything is reported, too.
   */
  readonly exceptions?: readonly ImportException[];
}

/** An import that may break a rule. */
export interface ImportException {
  /** Path of a file, or of a folder with a slash at its end. */
  readonly file: string;
  /** Paths from the root, or names of packages. */
  readonly imports: readonly string[];
  readonly reason: string;
}

/** What the platform folders that its other areas depend on may import, besides themselves. */
const FOUNDATION: Readonly<Record<string, readonly string[]>> = {
  'lib/platform/core': [],
  'lib/platform/table': ['lib/platform/core'],
  'lib/platform/runtime': ['lib/platform/core', 'lib/platform/table'],
};

/** Top folders and what they may import. */
const TOP_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  functions: ['lib', 'functions'],
  cdk: ['lib', 'functions', 'cdk'],
  test: ['lib', 'functions', 'cdk', 'test'],
};

/**
 * Files other than index.ts that may be imported from outside their folder. They are left out of the index because
 * every function bundles what the index names, or are few lines that the local cloud needs of areas that take a tenth
 * of a second to load.
 */
const SIDE_DOORS: ReadonlySet<string> = new Set([
  'lib/platform/http/write-openapi.ts',
  'lib/platform/http/docs/join-documents.ts',
  'lib/platform/http/docs/openapi-document.ts',
  'lib/platform/http/docs/code-samples.ts',
  'lib/platform/http/docs/quickstart.ts',
  'lib/platform/http/docs/guides.ts',
  'lib/platform/http/docs/guide-places.ts',
  'lib/engines/workflows/definition/triggers.ts',
  'lib/reactions/automations/synchronous/synchronous-workflows.ts',
  'lib/engines/models/amazon-bedrock-model.ts',
  'lib/engines/models/amazon-task-call.ts',
  'lib/platform/storage/sign-link.ts',
  'lib/platform/table/key.ts',
]);

/** The lists that name every function, and what the build imports from them. */
const FUNCTION_LISTS: ReadonlySet<string> = new Set([
  'functions/api/index.ts',
  'functions/compose/event-routes.ts',
  'functions/workers/index.ts',
]);

/** Files of an area's folder that contain no endpoint: replies, schemas, examples and dependencies. */
const WIRE_SHAPES = /^functions\/api\/[^/]+\/(?:[a-z-]+-(?:reply|schemas|examples)|examples|deps)\.ts$/;

/** Folders of `lib` that talk to AWS. */
const AWS_LAYERS = ['lib/platform/table', 'lib/platform/events', 'lib/platform/runtime'];

/** Adapters that talk to AWS say so in their name: `lib/engines/geocoding/amazon-location-places.ts`. */
const AWS_ADAPTER = /^lib\/[^/]+\/(?:[^/]+\/)*amazon-[^/]+\.ts$/;

/** Packages of AWS's, by name. */
const AWS_PACKAGE = /^(?:@aws-sdk\/|@smithy\/|aws-lambda$)/;

/** Packages that describe infrastructure. */
const CDK_PACKAGE = /^(?:aws-cdk-lib|constructs|cdk-nag)(?:\/|$)/;

/**
 * What `npm start` builds the service with. They are under "dependencies", so that `npm ci --omit=dev` is enough for a
 * laptop, but nothing that is deployed imports them.
 */
const BUILD_PACKAGES: ReadonlySet<string> = new Set([
  'aws-cdk-lib',
  'cdk-nag',
  'constructs',
  'esbuild',
  'maplibre-gl',
  'preact',
  'topojson-client',
  'uplot',
  'vite',
  'world-atlas',
  'zod-openapi',
]);

/** Every rule, for an installation with these packages under "dependencies". */
export function importRules(installed: readonly string[]): readonly ImportRule[] {
  const deployed = installed.filter((name) => !BUILD_PACKAGES.has(name));
  return [
    {
      rule: 'Imports run cdk -> functions -> lib; tests are imported by nothing but tests.',
      breaks: ({ file, target }) => target !== undefined && !TOP_FOLDERS[top(file)]?.includes(top(target)),
      exceptions: [
        {
          file: 'functions/api/meta/api-document.ts',
          imports: ['test/contract/openapi/index.ts'],
          reason: 'The committed documents are what is served: one copy, compared by the contract test.',
        },
        {
          file: 'functions/compose/tool-catalogue.ts',
          imports: ['test/contract/openapi/index.ts'],
          reason:
            'Tools are made of the committed documents; the build puts the catalogue into the function.',
        },
      ],
    },
    {
      rule: `A room of lib imports rooms below it only: ${ROOMS.join(' -> ')}. Move what is shared down, or the area up.`,
      breaks: ({ file, target }) => depthOf(target) < depthOf(file),
    },
    {
      rule: 'A folder of an area with layers imports those below it only (layers.ts). Move what is shared down.',
      breaks: ({ file, target }) => target !== undefined && breaksLayers(file, target),
    },
    {
      rule: 'Engines are pure: besides each other they import the generic core alone. What they need comes as a parameter.',
      breaks: ({ file, target }) =>
        roomOf(file) === 'engines' && roomOf(target) === 'platform' && unitOf(target) !== 'lib/platform/core',
    },
    {
      rule: 'The foundation of the platform is built upon by all others: runtime -> table -> core.',
      breaks: ({ file, target }) => {
        const [own, other] = [unitOf(file), unitOf(target)];
        return (
          own !== undefined &&
          other !== undefined &&
          own !== other &&
          FOUNDATION[own]?.includes(other) === false
        );
      },
    },
    {
      rule: 'The domain knows no HTTP: callers, permissions and refusals are words of the platform.',
      breaks: ({ file, target }) =>
        unitOf(target) === 'lib/platform/http' &&
        unitOf(file) !== undefined &&
        unitOf(file) !== 'lib/platform/http',
    },
    {
      rule: 'An area of lib is entered through its index.ts (lib/platform/core has none). Export there what is missing.',
      breaks: ({ file, target }) => {
        const other = unitOf(target);
        return (
          !isUnitTest(file) &&
          other !== undefined &&
          other !== unitOf(file) &&
          other !== 'lib/platform/core' &&
          !target?.endsWith('/index.ts') &&
          !SIDE_DOORS.has(target ?? '')
        );
      },
    },
    {
      rule: 'Endpoints and workers meet others in lib only; what areas of the API share are wire shapes and deps.ts.',
      breaks: ({ file, target }) => {
        const [own, other] = [functionUnit(file), functionUnit(target)];
        const isOther = top(file) === 'functions' && other !== undefined && own !== other;
        return isOther && !FUNCTION_LISTS.has(file) && !WIRE_SHAPES.test(target ?? '');
      },
    },
    {
      rule: 'In lib, AWS is talked to by lib/platform/table, lib/platform/events, lib/platform/runtime and adapters named amazon-*.ts; elsewhere it is a port.',
      breaks: ({ file, target, specifier }) =>
        target === undefined &&
        AWS_PACKAGE.test(specifier) &&
        top(file) === 'lib' &&
        !AWS_LAYERS.includes(unitOf(file) ?? '') &&
        !AWS_ADAPTER.test(file),
    },
    {
      rule: 'Only cdk and the tests know the CDK.',
      breaks: ({ file, target, specifier }) =>
        target === undefined && CDK_PACKAGE.test(specifier) && top(file) !== 'cdk' && top(file) !== 'test',
    },
    {
      rule: 'What is deployed imports only packages under "dependencies" of package.json.',
      breaks: ({ file, target, specifier }) =>
        target === undefined &&
        (top(file) === 'lib' || top(file) === 'functions') &&
        webAppOf(file) === undefined &&
        !specifier.startsWith('node:') &&
        specifier !== 'aws-lambda' &&
        !deployed.includes(packageOf(specifier)),
      exceptions: [
        {
          file: 'lib/platform/http/write-openapi.ts',
          imports: ['zod-openapi'],
          reason: 'Writes the committed document; no function imports it.',
        },
        {
          file: 'lib/client/',
          imports: ['openapi-fetch', 'delivery-orchestration-client'],
          reason: 'A package of its own, with dependencies of its own; it is not deployed.',
        },
      ],
    },
    {
      rule: '`npm start` needs what `npm ci --omit=dev` installs: only tests and tools import packages under "devDependencies".',
      breaks: ({ file, target, specifier }) =>
        target === undefined &&
        top(file) !== 'test' &&
        !file.startsWith('cdk/tools/') &&
        !file.startsWith('lib/client/') &&
        !specifier.startsWith('node:') &&
        specifier !== 'aws-lambda' &&
        !installed.includes(packageOf(specifier)),
    },
    {
      rule: 'Each application for browsers knows the service by its endpoints only, as any client does, and nothing imports it.',
      breaks: ({ file, target }) =>
        target !== undefined && !file.startsWith('test/') && webAppOf(file) !== webAppOf(target),
    },
    {
      rule: 'The stacks know neither the local cloud nor the tools: what runs locally is what is deployed.',
      breaks: ({ file, target }) =>
        top(file) === 'cdk' && !isCdkTool(file) && target !== undefined && isCdkTool(target),
    },
    {
      rule: 'The demo knows the service by HTTP only, as any client does; what it shares with tests is in test/support.',
      breaks: ({ file, target }) =>
        file.startsWith('test/demo/') && target !== undefined && top(target) !== 'test',
    },
  ];
}

/** Attribute names of keys, which only lib/platform/table spells out (TABLE_SHAPE passes them to the stack). */
const KEY_ATTRIBUTE = /\b(?:pk|sk|lpk|lsk|kpk|ksk)\b/;

/** Every broken rule as a sentence that names file, import and rule. */
export function brokenRules(
  sources: readonly SourceFile[],
  imports: readonly FileImport[],
  rules: readonly ImportRule[],
): readonly string[] {
  return [...rules.flatMap((rule) => breachesOf(rule, imports)), ...sources.flatMap(keyBreachOf)];
}

function breachesOf({ rule, breaks, exceptions = [] }: ImportRule, imports: readonly FileImport[]): string[] {
  const broken = imports.filter(breaks);
  const permitted = exceptions.flatMap(({ file, imports }) => imports.map((target) => ({ file, target })));
  return [
    ...broken
      .filter((given) => !permitted.some((exception) => covers(exception, given)))
      .map((given) => `${given.file} imports ${importedBy(given)}. ${rule}`),
    ...permitted
      .filter((exception) => !broken.some((given) => covers(exception, given)))
      .map(({ file, target }) => `The exception for ${file} importing ${target} is not needed. ${rule}`),
  ];
}

/** The application that a file is part of, which the build bundles for browsers. */
function webAppOf(file: string): string | undefined {
  return /^functions\/(console|driver-app)\//.exec(file)?.[1];
}

function covers(exception: { readonly file: string; readonly target: string }, given: FileImport): boolean {
  const isFolder = exception.file.endsWith('/');
  const isFile = isFolder ? given.file.startsWith(exception.file) : given.file === exception.file;
  return isFile && exception.target === importedBy(given);
}

function importedBy({ target, specifier }: FileImport): string {
  return target ?? specifier;
}

function keyBreachOf({ file, text }: SourceFile): string[] {
  if (file.startsWith('lib/platform/table/') || top(file) === 'test') return [];
  const [spelled] = KEY_ATTRIBUTE.exec(withoutComments(text)) ?? [];
  return spelled === undefined
    ? []
    : [`${file} spells the key attribute "${spelled}". Only lib/platform/table builds keys.`];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** `lib` for `lib/ordering/orders/order.ts`. */
function top(path: string): string {
  return path.split('/')[0] ?? '';
}

/** `functions/api/orders`, or the worker's own file; undefined for files directly in functions. */
function functionUnit(path: string | undefined): string | undefined {
  if (path?.startsWith('functions/api/')) return path.split('/').slice(0, 3).join('/');
  return path?.startsWith('functions/workers/') ? path : undefined;
}

function isCdkTool(path: string): boolean {
  return path.startsWith('cdk/local/') || path.startsWith('cdk/tools/');
}

/** Unit tests are not beside their code: they mirror the tree and test single files. */
function isUnitTest(file: string): boolean {
  return file.startsWith('test/unit/');
}

/** `@aws-sdk/client-sqs` for `@aws-sdk/client-sqs/dist`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
