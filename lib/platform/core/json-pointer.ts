import { FORBIDDEN_NAMES } from './forbidden-names.ts';

/** Whether a text is a JSON Pointer (RFC 6901): empty, or parts that each begin with `/`; `~` only as ~0 or ~1. */
export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

/** The value to which a JSON Pointer leads, by own properties and list indices only; undefined when there is none. */
export function readPointer(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  let here = document;
  for (const token of pointer.slice(1).split('/')) {
    here = ownEntry(here, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return here;
}

/** The own property of a value, undefined when it has none. Of a list, only an index is a property. */
export function ownEntry(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || FORBIDDEN_NAMES.has(name)) return undefined;
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,5})$/.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
