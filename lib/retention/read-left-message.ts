import { type KeptMessage, keptMessageOf } from '../webhooks/index.ts';
import { type LeftReading, readLeft } from './read-left.ts';

/** A webhook message that has left the table with its attempts, by its id; undefined when there is none. */
export async function readLeftMessage(
  organizationId: string,
  id: string,
  deps: LeftReading,
): Promise<KeptMessage | undefined> {
  const aggregate = await readLeft({ organizationId, kind: 'message', id }, deps);
  return aggregate && keptMessageOf(aggregate);
}
