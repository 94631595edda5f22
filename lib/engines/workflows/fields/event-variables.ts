import type { Trigger } from '../definition/triggers.ts';
import { triggers } from '../definition/triggers.ts';
import type { FieldType } from './define-field.ts';

/** A variable that comes with what started the run, and with no entity. */
export interface EventVariable {
  readonly path: string;
  readonly type: FieldType;
  /** Whether keys below it may be addressed, as in `custom_event.payload.size`: the sender decides which there are. */
  readonly open: boolean;
  /** The only trigger whose runs have it; absent = every run may, because one by hand takes any input. */
  readonly only?: 'custom_event';
}

/** The custom event that started the run, and the input of a run by hand or the data of another event. */
export const eventVariables: readonly EventVariable[] = Object.freeze([
  { path: 'custom_event', type: 'json', open: false, only: 'custom_event' },
  { path: 'custom_event.name', type: 'text', open: false, only: 'custom_event' },
  { path: 'custom_event.timestamp', type: 'date_time', open: false, only: 'custom_event' },
  { path: 'custom_event.payload', type: 'json', open: true, only: 'custom_event' },
  { path: 'trigger_metadata', type: 'json', open: true },
]);

/** The event variable that a path names, or the one below which it reads. */
export function findEventVariable(path: string): EventVariable | undefined {
  return eventVariables.find((one) => one.path === path || (one.open && path.startsWith(`${one.path}.`)));
}

/** Triggers whose runs have the variable. */
export function triggersOf({ only }: EventVariable): readonly Trigger[] {
  return triggers.filter(({ key }) => only === undefined || key === only);
}
