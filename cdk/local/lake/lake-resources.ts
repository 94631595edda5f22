import type { ResourceType } from '../ports.ts';

const NO_ATHENA = { ignored: 'there is no Athena locally' } as const;

/** Resource types by which Athena reads the bucket. They have names here and no effect. */
export const lakeResources: readonly ResourceType[] = Object.freeze([
  unasked('AWS::Glue::Database', ['CatalogId', 'DatabaseInput']),
  unasked('AWS::Glue::Table', ['CatalogId', 'DatabaseName', 'TableInput']),
  unasked('AWS::Athena::WorkGroup', [
    'Description',
    'Name',
    'RecursiveDeleteOption',
    'Tags',
    'WorkGroupConfiguration',
  ]),
  unasked('AWS::Athena::NamedQuery', ['Database', 'Description', 'Name', 'QueryString', 'WorkGroup']),
]);

function unasked(type: string, names: readonly string[]): ResourceType {
  return Object.freeze<ResourceType>({
    type,
    phase: 'storage',
    properties: Object.fromEntries(names.map((name) => [name, NO_ATHENA])),
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  });
}
