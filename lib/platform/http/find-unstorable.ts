/** Magnitudes that are stored and read without change: beyond them doubles skip whole numbers. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** The table keeps numbers down to 1e-130; this leaves room for arithmetic. */
const SMALLEST = 1e-100;

/** Names that would change an object itself instead of its content; the table's client fails on them, too. */
const HAZARDS = new Set(['__proto__', 'constructor']);

/**
 * Values of a JSON body that no field accepts, by path, with the reason: text with half of a surrogate pair,
 * which UTF-8 cannot encode, NUL characters, numbers that would change when they are read again, and names
 * that are not names of data. Checked here, because no schema checks a free-form field, and the table would
 * fail on the write.
 */
export function findUnstorable(value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  visit(value, '', found);
  return { ...found };
}

function visit(value: unknown, path: string, found: Record<string, string>): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      found[path || 'body'] =
        'This text has half of a surrogate pair, which cannot be stored. Send whole characters.';
    else if (value.includes('\0'))
      found[path || 'body'] = 'This text has a NUL character, which cannot be stored. Leave it out.';
  } else if (typeof value === 'number') {
    const size = Math.abs(value);
    if (size > LARGEST || (size > 0 && size < SMALLEST)) {
      found[path || 'body'] =
        `${value} is not accepted: expected 0 or a number whose size is from ${SMALLEST} to ${LARGEST}.`;
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`;
      visit(name, path === '' ? 'body' : path, found);
      if (HAZARDS.has(name)) found[at] = `The name "${name}" is reserved; choose another one.`;
      else visit(inner, at, found);
    }
  }
}
