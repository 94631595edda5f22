import type { Table } from '../../platform/table/index.ts';
import { type Fact, factsOfMinute, type Minute } from './fact.ts';
import { factsOfNotifications } from './facts-of-notification.ts';

/** Everything that counts in a minute, page by page: the facts that were recorded, and what else is kept of it. */
export async function* occurrencesOf(table: Table, of: Minute): AsyncGenerator<readonly Fact[], void> {
  yield* factsOfMinute(table, of);
  yield* factsOfNotifications(table, of);
}
