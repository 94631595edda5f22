import { REFUSAL_STATUSES, type RefusalCode } from './refusal-codes.ts';
import type { RefusalDetails } from './refusal-details.ts';

/** Who must act before a refused call can succeed: the caller, the administrators of the organization, or us. */
export type Blame = 'caller' | 'setup' | 'us';

/** Everything about a refusal that does not change from call to call. One per code, declared by its area. */
export interface RefusalKind {
  /** Wire code of the established contract, in upper case. */
  readonly code: string;
  /** HTTP status of the reply. */
  readonly status: number;
  readonly blame: Blame;
  /** One sentence for the documentation: when a caller meets it. */
  readonly summary: string;
}

/**
 * An expected "no": a value that is returned, never thrown. Bugs and outages are thrown instead. `message`
 * names the field, the value and what to do; `details` repeats that for machines.
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

/** Creates refusals of one code; read `.kind` to document it. */
export interface RefusalMaker<Details = never> {
  (message: string, details?: Details): Refusal;
  readonly kind: RefusalKind;
}

/** Declares a refusal and returns the function that creates it. `status` only where it differs from the code's own. */
export function defineRefusal<Code extends RefusalCode>(kind: {
  readonly code: Code;
  readonly summary: string;
  readonly status?: number;
  readonly blame?: Blame;
}): RefusalMaker<RefusalDetails[Code]> {
  const frozen: RefusalKind = Object.freeze({
    blame: 'caller' as const,
    status: REFUSAL_STATUSES[kind.code],
    ...kind,
  });
  const make = (message: string, details?: RefusalDetails[Code]) =>
    new Refusal(frozen, message, { ...details });
  return Object.freeze(Object.assign(make, { kind: frozen }));
}

/** True for a refusal, narrowing a returned value to it. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
