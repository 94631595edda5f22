import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import type { LakeColumn, LakeTable, LakeType, LakeValue } from './lake-table.ts';

type Schema = NonNullable<Parameters<typeof parquetWrite>[0]['schema']>;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** How the columns of each type are declared in a file. */
const SCHEMAS: Readonly<Record<LakeType, (name: string) => Schema>> = {
  text: (name) => [{ name, ...TEXT, repetition_type: 'OPTIONAL' }],
  texts: (name) => [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...TEXT, repetition_type: 'REQUIRED' },
  ],
  whole: (name) => [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }],
  instant: (name) => [
    { name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
  ],
  flag: (name) => [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
};

/** Rows of a table as a Parquet file. Pure: the same rows give the same bytes. */
export function parquetFile<Row>({ columns }: LakeTable<Row>, rows: readonly Row[]): Uint8Array {
  const named = Object.entries(columns);
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    columnData: named.map(([name, column]) => ({ name, data: rows.map((row) => stored(column, row)) })),
    schema: [
      { name: 'root', num_children: named.length },
      ...named.flatMap(([name, { type }]) => SCHEMAS[type](name)),
    ],
  });
  return writer.getBytes();
}

function stored<Row>({ type, of }: LakeColumn<Row>, row: Row): LakeValue | bigint | Date {
  const value = of(row);
  if (value === null) return null;
  if (type === 'instant') return new Date(Number(value));
  return type === 'whole' ? BigInt(Math.round(Number(value))) : value;
}
