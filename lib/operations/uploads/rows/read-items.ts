/** An item of an order in words. */
export interface WordedItem {
  readonly description: string;
  readonly count: number;
}

/** Number of a kind of item in a cell at most: a larger one is another number by accident. */
const MAX_COUNT = 10_000;

/**
 * Items in words: `Cola 12x, Chips 6x`, `12 x Cola; 6 Chips`, a list with bars or lines, or the fields
 * `name:Cola|quantity:12` of a shop. An entry without a number is one piece.
 */
export function readItems(text: string): readonly WordedItem[] {
  if (hasFields(text)) return partsOf(text, /[\n;]/).flatMap(itemOfFields);
  return partsOf(text, /[,;|\n]/).map(itemOfWords);
}

/** Whether there is a `name:` with a bar behind its value. */
function hasFields(text: string): boolean {
  const name = /\bname:[^|]/i.exec(text);
  return name !== null && text.includes('|', name.index);
}

/** Splits at separators and trims: a pattern with the spaces around a separator takes very long for many spaces. */
function partsOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function itemOfFields(text: string): readonly WordedItem[] {
  const fields = new Map(
    text.split('|').map((part) => {
      const [name = '', ...value] = part.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()] as const;
    }),
  );
  const description = fields.get('name');
  return description ? [{ description, count: countOf(fields.get('quantity')) ?? 1 }] : [];
}

/** Longest entry in which a number is looked for. Characters. */
const LONGEST_ENTRY = 500;

/** How the number of an item is written: before its name or after it. A number alone after a name belongs to the name. */
const WORDED: readonly { readonly form: RegExp; readonly count: number; readonly name: number }[] = [
  { form: /^(\d{1,5})\s*(?:[x×*]\s*|\s)(\D.*)$/i, count: 1, name: 2 },
  { form: /^(.*?\S)\s+(\d{1,5})\s*[x×]$/i, count: 2, name: 1 },
  { form: /^(.*?\S)\s*[x×*]\s*(\d{1,5})$/i, count: 2, name: 1 },
  { form: /^(.*?\S)\s*\((\d{1,5})\)$/, count: 2, name: 1 },
];

function itemOfWords(text: string): WordedItem {
  if (text.length > LONGEST_ENTRY) return { description: text, count: 1 };
  for (const { form, count, name } of WORDED) {
    const match = form.exec(text);
    const number = countOf(match?.[count]);
    if (match && number !== undefined) return { description: match[name]!.trim(), count: number };
  }
  return { description: text, count: 1 };
}

function countOf(text: string | undefined): number | undefined {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= MAX_COUNT ? count : undefined;
}
