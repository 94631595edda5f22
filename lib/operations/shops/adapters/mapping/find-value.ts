import { readPointer } from '../../../../platform/core/json-pointer.ts';

/** A text, empty when the document has no value there; or why it has none. */
export type Found = { readonly text: string; readonly isNumber: boolean } | { readonly wrong: string };

/** The text of a source: what a pointer leads to, or a text with the values of the pointers in its braces. */
export function textOf(document: unknown, source: string): Found {
  if (source.startsWith('/')) return plain(readPointer(document, source), source);
  let wrong: string | undefined;
  const text = source.replaceAll(/\{(\/[^{}]*)\}/g, (_, pointer: string) => {
    const found = plain(readPointer(document, pointer), pointer);
    if ('wrong' in found) wrong ??= found.wrong;
    return 'wrong' in found ? '' : found.text;
  });
  if (wrong !== undefined) return { wrong };
  // What is left of a text none of whose values is there, such as ", ", says nothing.
  const isEmpty = text !== source && !/[\p{L}\p{N}]/u.test(text);
  return { text: isEmpty ? '' : tidy(text), isNumber: false };
}

function plain(value: unknown, pointer: string): Found {
  if (value === undefined || value === null) return { text: '', isNumber: false };
  if (typeof value === 'number') return { text: String(value), isNumber: true };
  if (typeof value === 'string' || typeof value === 'boolean')
    return { text: String(value), isNumber: false };
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    // A list that ends with a bar is split at bars alone: its entries may have commas.
    return { text: value.map((one) => `${one}|`).join(''), isNumber: false };
  }
  const what = Array.isArray(value) ? 'a list of objects' : 'an object';
  return { wrong: `${pointer} is ${what}. Point to one of its values.` };
}

/** Without the separators that an empty value leaves: `Main St, , Springfield`. */
function tidy(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\s*,)+/g, ',')
    .replace(/^[\s,]+|[\s,]+$/g, '');
}
