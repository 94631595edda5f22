/** Types of columns; `texts` is a list, and an `instant` is in UTC. */
export type LakeType = 'text' | 'texts' | 'whole' | 'instant' | 'flag';

/** Types as people read them. */
export const LAKE_TYPE_NAMES: Readonly<Record<LakeType, string>> = Object.freeze({
  text: 'text',
  texts: 'list of texts',
  whole: 'whole number',
  instant: 'timestamp, UTC',
  flag: 'boolean',
});

/** What a column contains; null where it is unknown. */
export type LakeValue = string | readonly string[] | number | boolean | null;

/** A column of a table. Its name and type never change; a new column comes at the end. */
export interface LakeColumn<Row> {
  readonly type: LakeType;
  /** A noun phrase; the unit is in the name. */
  readonly description: string;
  /** Instants are milliseconds since the epoch. */
  readonly of: (row: Row) => LakeValue;
}

/** A table of the data lake. Its columns contain ids, times, amounts and distances, and nothing that names a person. */
export interface LakeTable<Row = never> {
  readonly name: string;
  readonly description: string;
  /** By name, in the order of the file. */
  readonly columns: Readonly<Record<string, LakeColumn<Row>>>;
}

/** Defines a table. */
export function defineLakeTable<Row>(table: LakeTable<Row>): LakeTable<Row> {
  return Object.freeze(table);
}
