import type {
  BatchGetCommandInput,
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { TABLE_SHAPE } from '../../../lib/platform/table/index.ts';
import type { MemoryDynamoDb } from '../../support/memory-dynamodb/memory-dynamodb.ts';
import { type Attributes, sizeOfItem } from '../../support/memory-dynamodb/values.ts';

/** What a partition of the table or of an index took. */
export interface KeyUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}

const READ_BYTES = 4096;
const WRITE_BYTES = 1024;

/** Counts units by partition from now on, as DynamoDB charges them: `table#<pk>`, `list#<lpk>` or `lookup#<kpk>`. */
export function countKeyUnits(db: MemoryDynamoDb): () => ReadonlyMap<string, KeyUnits> {
  const counted = new Map<string, KeyUnits>();
  const add = (place: string, units: Partial<KeyUnits>) => {
    const { readUnits, writeUnits } = counted.get(place) ?? { readUnits: 0, writeUnits: 0 };
    counted.set(place, {
      readUnits: readUnits + (units.readUnits ?? 0),
      writeUnits: writeUnits + (units.writeUnits ?? 0),
    });
  };
  const read = (place: string, items: readonly Attributes[], share: number) => {
    const bytes = items.reduce((sum, item) => sum + sizeOfItem(item), 0);
    add(place, { readUnits: share * Math.max(1, Math.ceil(bytes / READ_BYTES)) });
  };
  const wrote = (key: Attributes, before: Attributes | undefined, isTransaction: boolean) => {
    const after = db.table.get(key);
    const bytes = Math.max(sizeOf(before), sizeOf(after), 1);
    add(`table#${key.pk}`, { writeUnits: Math.ceil(bytes / WRITE_BYTES) * (isTransaction ? 2 : 1) });
    for (const [index, names] of Object.entries(INDEXES)) {
      const [was, is] = [rowIn(before, names), rowIn(after, names)];
      const isMoved =
        was?.[names.partitionKey] !== is?.[names.partitionKey] ||
        was?.[names.sortKey] !== is?.[names.sortKey];
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      for (const row of isMoved ? [was, is] : [is])
        if (row)
          add(`${index}#${row[names.partitionKey]}`, { writeUnits: Math.ceil(sizeOf(row) / WRITE_BYTES) });
    }
  };
  const answer = db.answer.bind(db);
  db.answer = (name, input) => {
    const writes = writesIn(name, input).map((key) => ({ key, before: copy(db.table.get(key)) }));
    const reply = answer(name, input);
    for (const { key, before } of writes) wrote(key, before, name === 'TransactWriteCommand');
    if (name === 'GetCommand') {
      const { Key = {}, ConsistentRead } = input as GetCommandInput;
      const { Item } = reply as { readonly Item?: Attributes };
      read(`table#${Key.pk}`, Item ? [Item] : [], ConsistentRead ? 1 : 0.5);
    }
    if (name === 'BatchGetCommand')
      for (const { Keys = [] } of Object.values((input as BatchGetCommandInput).RequestItems ?? {}))
        for (const key of Keys) read(`table#${key.pk}`, [db.table.get(key) ?? {}], 1);
    if (name === 'QueryCommand') {
      const { IndexName = 'table', ExpressionAttributeValues, ConsistentRead } = input as QueryCommandInput;
      const { Items = [] } = reply as { readonly Items?: readonly Attributes[] };
      read(`${IndexName}#${ExpressionAttributeValues?.[':pk']}`, Items, ConsistentRead ? 1 : 0.5);
    }
    return reply;
  };
  return () => counted;
}

const INDEXES = { list: TABLE_SHAPE.list, lookup: TABLE_SHAPE.lookup } as const;

/** An item's row in an index, with what is projected into it. */
function rowIn(
  item: Attributes | undefined,
  names: { readonly partitionKey: string; readonly sortKey: string; readonly projected?: readonly string[] },
): Attributes | undefined {
  if (item?.[names.partitionKey] === undefined) return undefined;
  const kept = ['pk', 'sk', names.partitionKey, names.sortKey, ...(names.projected ?? [])];
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.includes(name)));
}

function sizeOf(item: Attributes | undefined): number {
  return item ? sizeOfItem(item) : 0;
}

function copy(item: Readonly<Attributes> | undefined): Attributes | undefined {
  return item && structuredClone(item);
}

/** Keys that a command writes. */
function writesIn(name: string, input: object): readonly Attributes[] {
  const keyOf = ({ pk, sk }: Attributes): Attributes => ({ pk, sk });
  if (name === 'PutCommand') return [keyOf((input as PutCommandInput).Item ?? {})];
  if (name === 'DeleteCommand') return [keyOf((input as DeleteCommandInput).Key ?? {})];
  if (name !== 'TransactWriteCommand') return [];
  return ((input as TransactWriteCommandInput).TransactItems ?? []).map(({ Put, Delete, ConditionCheck }) =>
    keyOf(Put?.Item ?? Delete?.Key ?? ConditionCheck?.Key ?? {}),
  );
}
