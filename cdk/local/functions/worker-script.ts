import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

let script: URL | undefined;

/**
 * The workers' bootstrap as JavaScript in a `data:` URL. Otherwise every thread would strip the types by itself, which
 * takes 18 of the 44 ms that it needs to start.
 */
export function workerScript(): URL {
  if (script === undefined) {
    const source = readFileSync(new URL('./worker-bootstrap.ts', import.meta.url), 'utf8');
    script = new URL(`data:text/javascript,${encodeURIComponent(withoutWarning(source))}`);
  }
  return script;
}

/** This version of Node calls stripping types experimental; the whole project runs that way. */
function withoutWarning(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
