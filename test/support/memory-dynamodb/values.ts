/** An item's attributes as the document client returns them. */
export type Attributes = Record<string, unknown>;

/** A copy of an attribute's value as the document client would read it back: undefined fields are left out. */
export function copyValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new Error(`Number ${value} is greater than Number.MAX_SAFE_INTEGER. Use NumberValue.`);
    }
    if (!Number.isFinite(value)) throw new Error(`Special numeric value ${value} is not allowed`);
    return value;
  }
  if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(copyValue);
  if (value instanceof Set) return new Set(value);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (isPlainObject(value)) return copyAttributes(value);
  throw new Error(`Unsupported type passed: ${String(value)}.`);
}

/** The same of a whole item. */
export function copyAttributes(item: Readonly<Attributes>): Attributes {
  const copy: Attributes = {};
  for (const name in item) {
    if (item[name] !== undefined) copy[name] = copyValue(item[name]);
  }
  return copy;
}

/** Size of an item in bytes as DynamoDB counts it towards its limits. */
export function sizeOfItem(item: Readonly<Attributes>): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += Buffer.byteLength(name) + sizeOfValue(value);
  return size;
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return sizeOfNumber(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + sizeOfValue(one), 0);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + sizeOfValue(one), 3);
  if (isPlainObject(value)) {
    return Object.entries(value).reduce(
      (sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + sizeOfValue(one),
      3,
    );
  }
  return 1;
}

/** A byte for two significant digits, one more, and one for the sign. */
function sizeOfNumber(value: number): number {
  const digits = String(Math.abs(value))
    .replace(/e.*$/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0);
}

/** The order of keys: by their UTF-8 bytes. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Equal in DynamoDB's sense: the same type and the same value. */
export function sameAttribute(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((one, index) => sameAttribute(one, b[index]));
  }
  if (a instanceof Set)
    return b instanceof Set && a.size === b.size && [...a].every((one) => b.has(one as never));
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && sameAttribute(a[name], b[name]))
  );
}

/** DynamoDB's name of a value's type. */
export function typeOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (Array.isArray(value)) return 'L';
  if (value instanceof Set) return typeof [...value][0] === 'number' ? 'NS' : 'SS';
  if (value instanceof Uint8Array) return 'B';
  return 'M';
}

export function isPlainObject(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);
}
