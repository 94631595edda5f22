import { sameValue } from '../../core/same-value.ts';

/** A field that changed. Absent values are null. */
export interface FieldChange {
  /** Path of the field, such as `executeViews.map`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Shown for a masked value, and for no value. */
const MASK = '••••••';

/** Fields whose values are always secrets. */
const SECRET = /secret|password|token|hash|credential|authorization|api_?key|private_?key/i;

/** Fields that say nothing about the change. */
const BOOKKEEPING = new Set(['id', 'organizationId', 'createdAt', 'updatedAt', 'version']);

/** An entry stays far below DynamoDB's 400 kB. */
const MAX_CHANGES = 100;
const MAX_CHARACTERS = 1_000;

/**
 * What differs between two states of an entity, by field; null = there is none before its creation, or after its
 * deletion. Objects are compared field by field, arrays as a whole. Values of secrets are masked, `secrets` names more.
 */
export function changedFields(
  before: Fields | null,
  after: Fields | null,
  secrets: readonly string[] = [],
): readonly FieldChange[] {
  const [old, young] = [flatten(before), flatten(after)];
  const isSecret = (field: string) =>
    SECRET.test(field) || secrets.some((name) => field === name || field.startsWith(`${name}.`));
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((field) => !sameValue(old.get(field) ?? null, young.get(field) ?? null))
    .slice(0, MAX_CHANGES)
    .map((field) => ({
      field,
      before: shown(old.get(field), isSecret(field)),
      after: shown(young.get(field), isSecret(field)),
    }));
}

function flatten(value: Fields | null): ReadonlyMap<string, unknown> {
  const flat = new Map<string, unknown>();
  const visit = (fields: Fields, prefix: string) => {
    for (const [name, inner] of Object.entries(fields)) {
      if (prefix === '' && BOOKKEEPING.has(name)) continue;
      if (isFields(inner)) visit(inner, `${prefix}${name}.`);
      else flat.set(`${prefix}${name}`, inner);
    }
  };
  if (value) visit(value, '');
  return flat;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown, isSecret: boolean): unknown {
  if (value === undefined || value === null) return null;
  if (isSecret) return MASK;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= MAX_CHARACTERS) return Array.isArray(value) ? masked(value) : value;
  return `${text.slice(0, MAX_CHARACTERS)}…`;
}

/** A list with the secrets inside of its members masked. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.test(name) ? MASK : masked(inner)]),
  );
}
