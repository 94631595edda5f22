import type { ExecutionRow, Frame, Store } from './store.ts';

/** Maximum number of events of an execution; the next one fails it (Step Functions quotas). */
export const MAX_EVENTS = 25_000;

/** Writes the history of executions, which GetExecutionHistory returns. */
export interface History {
  /** `details` are the event's own fields, as `{ stateEnteredEventDetails: {...} }`. Moves the frame's last event. */
  add(execution: ExecutionRow, frame: Frame | undefined, type: string, details?: object): void;
}

export function createHistory(store: Store, now: () => number): History {
  return Object.freeze({
    add(execution: ExecutionRow, frame: Frame | undefined, type: string, details: object = {}) {
      execution.events += 1;
      store.addHistory(execution.id, {
        id: execution.events,
        type,
        atMs: now(),
        previous: frame?.event ?? 0,
        details: JSON.stringify(details),
      });
      if (frame !== undefined) frame.event = execution.events;
    },
  });
}

/** Event names and fields of a task: Lambda ARNs as resource have their own kind, integrations share one. */
export function taskEvent(
  resource: string,
  what: 'Scheduled' | 'Started' | 'Succeeded' | 'Failed' | 'TimedOut',
  fields: Readonly<Record<string, unknown>>,
): readonly [type: string, details: object] {
  if (resource.startsWith('arn:aws:lambda:')) {
    const key = `lambdaFunction${what}EventDetails`;
    if (what === 'Started') return ['LambdaFunctionStarted', {}];
    const { parameters, ...rest } = fields;
    const own = what === 'Scheduled' ? { resource, input: parameters } : rest;
    return [`LambdaFunction${what}`, { [key]: own }];
  }
  const [resourceType = '', name = ''] = resource.split(':::')[1]?.split(':') ?? [];
  return [`Task${what}`, { [`task${what}EventDetails`]: { resourceType, resource: name, ...fields } }];
}
