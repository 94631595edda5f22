import { defineLifecycle, type Lifecycle } from '../../platform/core/define-lifecycle.ts';

/** Who looked at something and when, each null until then. */
export interface LookedAt<Person> {
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: Person | null;
  readonly resolvedAt: string | null;
  readonly resolvedBy: Person | null;
}

/** Nobody has looked at it. */
export const UNSEEN = Object.freeze({
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
});

/** Something that a person should look at: its statuses, and what a change of them leaves behind. */
export interface Attention<Status extends string> {
  readonly lifecycle: Lifecycle<Status, 'acknowledge' | 'open again' | 'resolve', never>;
  /** What is known of who looked at it once it has this status. */
  turnedTo<Person>(this: void, status: Status, by: Person, at: string): Partial<LookedAt<Person>>;
}

/**
 * Defines something that a person should look at, in its own words for open, acknowledged and resolved. What is
 * acknowledged can be opened again; what is resolved stays resolved.
 */
export function defineAttention<const Status extends string>(
  title: string,
  words: { readonly open: Status; readonly acknowledged: Status; readonly resolved: Status },
): Attention<Status> {
  const { open, acknowledged, resolved } = words;
  return Object.freeze({
    lifecycle: defineLifecycle({
      title,
      statuses: [open, acknowledged, resolved],
      initial: [open],
      transitions: [
        { trigger: 'acknowledge', from: [open], to: acknowledged },
        { trigger: 'open again', from: [acknowledged], to: open },
        { trigger: 'resolve', from: [open, acknowledged], to: resolved },
      ],
    }),
    turnedTo<Person>(status: Status, by: Person, at: string): Partial<LookedAt<Person>> {
      if (status === open) return { acknowledgedAt: null, acknowledgedBy: null };
      if (status === acknowledged) return { acknowledgedAt: at, acknowledgedBy: by };
      return { resolvedAt: at, resolvedBy: by };
    },
  });
}
