import { type KeptMessage, keptMessageOf } from '../../reactions/webhooks/index.ts';
import { type LeftReading, readLeft } from './read-left.ts';

/** A webhook message that has left the table, with its attempts, by its id; undefined when there is none. */
export async function readLeftMessage(
  deps: LeftReading,
  organizationId: string,
  id: string,
): Promise<KeptMessage | undefined> {
  const aggregate = await readLeft(deps, { organizationId, kind: 'message', id });
  return aggregate && keptMessageOf(aggregate);
}
