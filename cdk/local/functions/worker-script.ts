import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

let script: URL | undefined;

/**
 * The workers' bootstrap as JavaScript in a `data:` URL. Every thread would strip the types on its own otherwise, which
 * takes 18 of the 44 ms that it needs to start.
 */
export function workerScript(): URL {
  if (script === undefined) {
    const source = readFileSync(new URL('./worker-bootstrap.ts', import.meta.url), 'utf8');
    script = new URL(`data:text/javascript,${encodeURIComponent(withoutWarning(source))}`);
  }
  return script;
}

/** Stripping types is called experimental by this version of Node, which also runs the whole project that way. */
function withoutWarning(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
