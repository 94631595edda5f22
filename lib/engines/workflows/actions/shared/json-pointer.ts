import { type Json, own } from '../../json.ts';

/** Whether a text is a JSON Pointer (RFC 6901): empty, or parts that each begin with `/`; `~` only as ~0 or ~1. */
export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

/** The value to which a JSON Pointer leads, by own properties and list indices only; undefined when there is none. */
export function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  if (pointer === '') return value;
  let here = value;
  // Not `readPath`: a pointer that continues below a null finds nothing, rather than a null.
  for (const token of pointer.slice(1).split('/')) {
    here = own(here, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return here;
}
