import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { straightenImports } from './straighten-imports.ts';

/** A text in quotes, or several joined by plus signs. */
const QUOTED = String.raw`(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`;
const TEXT = String.raw`${QUOTED}(?:\s*\+\s*${QUOTED})*`;

/** `summary: 'List jobs'` of an endpoint, a refusal or an event, and the descriptions of endpoints and fields. */
const TEXTS = new RegExp(String.raw`(\b(?:summary|description):\s*)${TEXT}(?=\s*[,}])`, 'g');

/** `replyExample: jobExample,`; examples of several lines stay. */
const EXAMPLES = /^(\s+(?:replyExample|bodyExample): )(.+)(?=,$)/gm;

/** Source of endpoints, refusals and events without the texts and examples that only the API document shows. */
export function withoutTexts(source: string): string {
  return source
    .replace(TEXTS, "$1''")
    .replace(EXAMPLES, (whole, name: string, example: string) =>
      isWhole(example) ? `${name}undefined` : whole,
    );
}

/** A sentence in quotes, or in a template without others inside. */
const SENTENCE = /'[A-Z`](?:\\.|[^'\\\n])*\.'|"[A-Z`](?:\\.|[^"\\\n])*\."|`[A-Z](?:\\.|[^`\\])*\.`/g;

/** Source of declared fields without the sentences that describe them: they have no others. */
export function withoutSentences(source: string): string {
  return source.replace(SENTENCE, "''");
}

/** `.meta({ description: 'Flat, suite or floor.' })` */
const META = new RegExp(String.raw`\s*\.meta\(\{\s*description:\s*${TEXT},?\s*\}\)`, 'g');

/** Source of schemas without the descriptions of their fields. Describing a schema makes another one, which takes time. */
export function withoutMeta(source: string): string {
  return source.replace(META, '');
}

/** Whether every bracket that opens on the line is closed on it. */
function isWhole(line: string): boolean {
  return line.split(/[([{]/).length === line.split(/[)\]}]/).length;
}

const OUR_MODULES = /[\\/](?:lib|functions)[\\/].*\.ts$/;

const DECLARES_ENDPOINTS = /[\\/](?:functions[\\/]api[\\/].*|lib[\\/].*\b(?:refusals|events))\.ts$/;
const DECLARES_FIELDS = /[\\/]lib[\\/]ordering[\\/]orders[\\/]fields[\\/][^\\/]+\.ts$/;
const HAS_SCHEMAS = /[\\/]lib[\\/](?:ordering|fulfilment|fleet)[\\/].*\.ts$/;

/** Source of the module of ours at `path` without the texts of the API document that are in modules of its kind. */
function withoutTextsAt(path: string, source: string): string {
  if (DECLARES_ENDPOINTS.test(path)) return withoutTexts(withoutMeta(source));
  if (DECLARES_FIELDS.test(path)) return withoutSentences(withoutMeta(source));
  return HAS_SCHEMAS.test(path) ? withoutMeta(source) : source;
}

/**
 * Leaves the texts of the API document out of the bundles: it is written before functions are bundled, and no function
 * reads them. Texts in other files of lib stay, because they may be part of a reply. Also straightens the imports of all
 * our modules: of several plugins that load a module, only the first is asked.
 */
export const leaveOutTexts: Plugin = Object.freeze({
  name: 'leave-out-texts',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: OUR_MODULES, namespace: 'file' }, ({ path }) => ({
      loader: 'ts',
      contents: straightenImports(path, withoutTextsAt(path, readFileSync(path, 'utf8'))),
    }));
    // Examples are values: a function that names none of them does without the file.
    build.onResolve({ filter: /^\.\.?\/.*\bexamples?\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
  },
});
