/** Who has to act for a refused call to succeed: the caller, whoever set the organization up, or us. */
export type Blame = 'caller' | 'setup' | 'us';

/** Everything about a refusal that does not change from call to call. One per code, declared by its area. */
export interface RefusalKind {
  /** Wire code of the established contract, in upper case. */
  readonly code: string;
  /** HTTP status it is answered with. */
  readonly status: number;
  readonly blame: Blame;
  /** One sentence for the documentation: when a caller meets it. */
  readonly summary: string;
}

/**
 * An expected "no": a value that is returned, never thrown. Bugs and outages are thrown instead.
 * `message` names the field, the value and the way out; `details` repeats that for machines.
 */
export class Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: RefusalKind, message: string, details: Readonly<Record<string, unknown>> = {}) {
    this.kind = kind;
    this.message = message;
    this.details = details;
  }
}

/** Declares a refusal and returns the function that makes it. */
export function defineRefusal(kind: { code: string; status: number; summary: string; blame?: Blame }) {
  const frozen: RefusalKind = Object.freeze({ blame: 'caller' as const, ...kind });
  const make = (message: string, details?: Readonly<Record<string, unknown>>) =>
    new Refusal(frozen, message, details);
  return Object.freeze(Object.assign(make, { kind: frozen }));
}

/** What `defineRefusal` returns: call it to refuse, read `.kind` to document. */
export type RefusalMaker = ReturnType<typeof defineRefusal>;

/** True for a refusal, narrowing a returned value to it. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
