import { CreateButton, type Creation } from './detail.tsx';
import { type ListDefinition, ListPage } from './list.tsx';

/** A list with a button that creates a new entry in a dialog. */
export function ListScreen<Row>({
  definition,
  creation,
}: {
  definition: ListDefinition<Row>;
  creation: Creation;
}) {
  return <ListPage definition={definition} actions={<CreateButton creation={creation} />} />;
}
