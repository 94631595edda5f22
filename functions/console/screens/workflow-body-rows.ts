/** What a value of a body is: a text may be a variable of any type. */
export type BodyKind = 'text' | 'number' | 'flag' | 'group' | 'list' | 'nothing';

/** A field of a group, or an entry of a list, which has no name. */
export interface BodyRow {
  /** Of this form alone: it stays when the name changes. */
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
}

type Group = Readonly<Record<string, unknown>>;

/** Whether a body can be edited as fields: it has some, or nothing yet. */
export function hasFields(value: unknown): value is Group | undefined {
  return value === undefined || kindOfBody(value) === 'group';
}

/** The kind of a JSON value. */
export function kindOfBody(value: unknown): BodyKind {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'group';
  return typeof value === 'boolean' ? 'flag' : typeof value === 'number' ? 'number' : 'text';
}

const EMPTY: Readonly<Record<BodyKind, unknown>> = {
  text: '',
  number: 0,
  flag: false,
  group: {},
  list: [],
  nothing: null,
};

/** The value of a kind before anything is entered. */
export function emptyOf(kind: BodyKind): unknown {
  return EMPTY[kind];
}

/** The fields of a group or the entries of a list. */
export function rowsOfBody(value: unknown): readonly BodyRow[] {
  return Object.entries(value ?? {}).map(([name, own], id) => ({ id, name, value: own }));
}

/** A group or list of these rows. Fields without a name are left out; of those with the same one, the last counts. */
export function valueOfRows(rows: readonly BodyRow[], isList: boolean): unknown {
  return isList
    ? rows.map(({ value }) => value)
    : Object.fromEntries(rows.flatMap(({ name, value }) => (name === '' ? [] : [[name, value]])));
}
