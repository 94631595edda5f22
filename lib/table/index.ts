export { defineEntity, type Entity, type Partition, type Shape } from './define-entity.ts';
export { type DescribedKey, describeField, describeKey } from './describe-key.ts';
export type { Item, Stored } from './item.ts';
export { TABLE_SHAPE } from './key.ts';
export { absent, create, type Operation, remove, replace, save, unchanged } from './operation.ts';
export { scanTable } from './scan-table.ts';
export { type Aggregate, type ListPlace, type ListRow, Table, type WriteOutcome } from './table.ts';
