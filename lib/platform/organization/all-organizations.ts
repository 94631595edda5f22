import { toInstant } from '../core/clock.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { ListPlace, ListRow } from '../table/index.ts';
import { organizationEntity } from './organization.ts';

/** Organizations that are read at a time. */
const PAGE = 200;

/** The rows of all organizations, oldest first, some at a time. Those that are created meanwhile are left out. */
export async function* allOrganizations({
  table,
  clock,
}: Pick<CoreDeps, 'table' | 'clock'>): AsyncGenerator<readonly ListRow[], void> {
  const to = toInstant(clock.now());
  let after: ListPlace | undefined;
  do {
    const page = await table.list(organizationEntity, {
      shards: 1,
      direction: 'ASC',
      to,
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    yield page;
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after);
}
