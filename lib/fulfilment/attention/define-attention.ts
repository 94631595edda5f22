import * as z from 'zod';
import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

/** What every record of something to look at has: its status, and who looked at it and when, null until then. */
interface LookedAt<Status, Person> {
  readonly status: Status;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: Person | null;
  readonly resolvedAt: string | null;
  readonly resolvedBy: Person | null;
}

/** Nobody has looked at it. */
const UNSEEN = { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, resolvedBy: null };

/**
 * Defines a kind of thing that a person should look at, in its own words for open, acknowledged and resolved. What is
 * acknowledged can be opened again; what is resolved stays resolved unless the kind `reopens`.
 */
export function defineAttention<const Status extends string>(words: {
  /** Heading of its diagram. */
  readonly title: string;
  readonly open: Status;
  /** Absent of a kind in which nobody says that it is being handled. */
  readonly acknowledged?: Status;
  /** One for each outcome. */
  readonly resolved: readonly Status[];
  readonly reopens?: boolean;
  /** What leads to a status, where it is not `open again`, `acknowledge` or `resolve`. */
  readonly triggers?: Readonly<Record<string, string>>;
}) {
  const { title, open, acknowledged, resolved, reopens = false, triggers = {} } = words;
  const handled = acknowledged === undefined ? [] : [acknowledged];
  const step = (usual: string, from: readonly Status[], to: Status) => ({
    trigger: triggers[to] ?? usual,
    from,
    to,
  });
  const lifecycle = defineLifecycle<Status, string>({
    title,
    statuses: [open, ...handled, ...resolved],
    initial: [open],
    transitions: [
      ...handled.map((to) => step('acknowledge', [open], to)),
      step('open again', [...handled, ...(reopens ? resolved : [])], open),
      ...resolved.map((to) => step('resolve', [open, ...handled], to)),
    ],
  });
  return Object.freeze({
    lifecycle,
    /** Schemas of the fields that every record has. */
    fields: <Person>(person: z.ZodType<Person>) => ({
      status: z.enum(lifecycle.statuses),
      createdAt: z.string(),
      updatedAt: z.string(),
      acknowledgedAt: z.string().nullable(),
      acknowledgedBy: person.nullable(),
      resolvedAt: z.string().nullable(),
      resolvedBy: person.nullable(),
    }),
    /** Those fields of a new record. */
    raised: (at: string): LookedAt<Status, never> => ({
      status: open,
      createdAt: at,
      updatedAt: at,
      ...UNSEEN,
    }),
    /** The record with another status; the same object when its lifecycle does not lead there. */
    turned<Person, Value extends LookedAt<Status, Person>>(
      before: Value,
      status: Status,
      by: Person,
      at: string,
    ): Value {
      if (!lifecycle.nextStatuses(before.status).includes(status)) return before;
      const marks =
        status === acknowledged
          ? { acknowledgedAt: at, acknowledgedBy: by }
          : { resolvedAt: at, resolvedBy: by };
      return { ...before, status, updatedAt: at, ...(status === open ? UNSEEN : marks) };
    },
  });
}
