import { importsOf, type SourceFile } from './read-imports.ts';

/** Modules of Node, and packages, that open connections. */
const CONNECTING =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises)$|^(undici|axios|got|node-fetch|ws|superagent)$/;

/** Comments and texts. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** A global of the runtime that opens connections, in contrast to a property or a parameter's type. */
const GLOBAL = /(?<![\w.$])(?:globalThis\.)?(fetch|XMLHttpRequest|WebSocket|EventSource)\b(?!\s*[:?])/g;

/** What a file could send requests with, as `node:http` and `fetch`. Types alone send nothing. */
export function findOutgoingRequests(source: SourceFile): readonly string[] {
  const typeImports = new Set(
    [...source.text.matchAll(/^import type [^'";]*? from '([^']+)'/gm)].map(([, specifier]) => specifier),
  );
  const valueImports = importsOf(source)
    .map(({ specifier }) => specifier)
    .filter((specifier) => CONNECTING.test(specifier) && !typeImports.has(specifier));
  const code = source.text
    .replace(NO_CODE, (found) => (found.startsWith('/') ? '' : "''"))
    .replace(/\btypeof fetch\b/g, '');
  const globals = [...code.matchAll(GLOBAL)].map(([, name = '']) => name);
  return [...new Set([...valueImports, ...globals])];
}
