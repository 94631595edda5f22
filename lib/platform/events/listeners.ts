import type { Aggregate, Partition, Table } from '../table/index.ts';
import type { ConsumedEvents, Heard } from './define-queue-worker.ts';

/** Settings of organizations that say to which events somebody listens, such as their webhook endpoints. */
export interface Listeners {
  /** Plural noun, such as `webhooks`. */
  readonly name: string;
  /** The partition with the listeners of a key. Its entities are kept ones (`isKept`). */
  readonly partition: (organizationId: string, key: string) => Partition;
  /** What the settings in it listen to. */
  readonly hear: (settings: Aggregate) => (key: string) => boolean;
}

/** Whether somebody in one organization listens. */
export type Hears = (heard: Heard) => Promise<boolean>;

/** The event, sent to its worker only while somebody in its organization listens to one of these keys. */
export function heardBy(
  { name, summary }: Pick<ConsumedEvents, 'name' | 'summary'>,
  { name: by }: Pick<Listeners, 'name'>,
  as: readonly string[] = [name],
): ConsumedEvents {
  return { name, summary, heard: { by, as: [...as] } };
}

/**
 * Asks for the listeners of an organization, as its settings are at the call. While nobody changes them, that costs 1
 * read unit, however many questions follow.
 */
export function listenersIn(
  table: Pick<Table, 'keptOf'>,
  kinds: readonly Listeners[],
): (organizationId: string) => Promise<Hears> {
  const named = new Map(kinds.map((kind) => [kind.name, kind]));
  return async (organizationId) => {
    const read = await table.keptOf(organizationId);
    const known = new Map<string, Promise<(key: string) => boolean>>();
    return async ({ by, as }) => {
      const kind = named.get(by);
      if (!kind) throw new Error(`There are no listeners "${by}".`);
      const answers = as.map(async (key) => {
        const partition = kind.partition(organizationId, key);
        const place = `${by} ${partition.id}`;
        const hearing = known.get(place) ?? read(partition).then(kind.hear);
        known.set(place, hearing);
        return (await hearing)(key);
      });
      return (await Promise.all(answers)).includes(true);
    };
  };
}
