import { tellingItems } from '../../functions/compose/telling-items.ts';
import { type EventRecord, eventEntity } from '../../lib/platform/events/index.ts';
import type { Item } from '../../lib/platform/table/index.ts';

/** The event that an item is, or for whose change it stands; undefined for any other item. */
export function eventOfItem({ type, data }: Pick<Item, 'type' | 'data'>): EventRecord | undefined {
  if (type === eventEntity.name) return eventEntity.definition.schema.parse(data);
  return tellingItems.find(({ entity }) => entity.name === type)?.eventOf(data);
}
