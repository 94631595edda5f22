import { type StoredMessage, storedMessageOf } from '../../reactions/webhooks/index.ts';
import { type RetiredReading, readRetired } from './read-retired.ts';

/** A webhook message that has left the table, with its attempts, by its id; undefined when there is none. */
export async function readRetiredMessage(
  deps: RetiredReading,
  organizationId: string,
  id: string,
): Promise<StoredMessage | undefined> {
  const aggregate = await readRetired(deps, { organizationId, kind: 'message', id });
  return aggregate && storedMessageOf(aggregate);
}
