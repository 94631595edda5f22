import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a module of ours exports, as read from its source. */
interface Exports {
  /** By exported name: the module and the name that it stands for; undefined = the module's own. */
  readonly names: ReadonlyMap<string, Origin | undefined>;
  /** Modules all of whose exports are passed on. */
  readonly all: readonly string[];
  /** Names of the functions, if the module exports nothing else. */
  readonly onlyFunctions: readonly string[] | undefined;
}

/** Where an export is declared: absolute path of the module, and its name there. */
export interface Origin {
  readonly module: string;
  readonly name: string;
}

const PASSED_ON = /^export (?:\{([^}]*)\}|\*) from '(\.[^']+)';/gm;
const DECLARED = /^export (?:(?:async )?(function)\*?|const|let|(?:abstract )?class|enum) ?(\w+)/gm;
const NEITHER_FUNCTION_NOR_TYPE = /^export (?!(?:async )?function\b|type\b|interface\b)/m;

const known = new Map<string, Exports>();

/** Where what `module` exports as `name` is declared, however many modules pass it on; undefined when none declares it. */
export function originOf(module: string, name: string): Origin | undefined {
  const { names, all } = exportsOf(module);
  if (names.has(name)) {
    const from = names.get(name);
    return from ? originOf(from.module, from.name) : { module, name };
  }
  return all.map((passed) => originOf(passed, name)).find((origin) => origin !== undefined);
}

/** Names of the functions that a module exports, if it exports no other values; undefined otherwise. */
export function functionsOf(module: string): readonly string[] | undefined {
  return exportsOf(module).onlyFunctions;
}

/** The names in the braces of an import or export, as they are there and as they are called here; types are left out. */
export function namesIn(list: string): readonly { readonly name: string; readonly as: string }[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => {
      const [name, as = name] = entry.split(' as ');
      return { name: name!, as: as! };
    });
}

function exportsOf(module: string): Exports {
  const before = known.get(module);
  if (before) return before;
  const read = readExports(module);
  known.set(module, read);
  return read;
}

/** Sources have one form, because the formatter of this repository writes them: each export begins a line. */
function readExports(module: string): Exports {
  const source = readFileSync(module, 'utf8');
  const names = new Map<string, Origin | undefined>();
  const all: string[] = [];
  for (const [, list, path] of source.matchAll(PASSED_ON)) {
    const from = join(dirname(module), path!);
    if (list === undefined) all.push(from);
    else for (const { name, as } of namesIn(list)) names.set(as, { module: from, name });
  }
  const declared = [...source.matchAll(DECLARED)];
  for (const [, , name] of declared) names.set(name!, undefined);
  const functions = [...new Set(declared.map(([, , name]) => name!))];
  const isOthers = NEITHER_FUNCTION_NOR_TYPE.test(source) || functions.length === 0;
  return { names, all, onlyFunctions: isOthers ? undefined : functions };
}
