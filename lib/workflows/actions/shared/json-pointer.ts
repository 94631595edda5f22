import { type Json, readPath } from '../../json.ts';

/** Whether a text is a JSON Pointer (RFC 6901): empty, or parts that each begin with `/`; `~` only as ~0 or ~1. */
export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

/** The value a JSON Pointer leads to, by own properties and list indices only; undefined when there is none. */
export function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  if (pointer === '') return value;
  const tokens = pointer.slice(1).split('/');
  return readPath(
    value,
    tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}
