import { REFUSAL_STATUSES, type RefusalCode } from './refusal-codes.ts';

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

/** Details of a refusal that says everything in its message. */
interface NoDetails {
  readonly none?: never;
}

/** Details must be given, unless each of their fields may be missing. */
type GivenDetails<Details> = object extends Details ? [details?: Details] : [details: Details];

/** Creates refusals of one kind; read `.kind` to document it. */
export interface RefusalMaker<Details = never> {
  (message: string, ...details: GivenDetails<Details>): Refusal;
  readonly kind: RefusalKind;
}

/**
 * Declares a refusal with the fields of its details, and returns the function that creates it. `status` only where it differs
 * from that of the code. The fields are a type and no schema: only this service writes them, so nothing is parsed, and no
 * function loads 200 schemas at its start.
 */
export function defineRefusal<Details extends object = NoDetails>(kind: {
  readonly code: RefusalCode;
  readonly summary: string;
  readonly status?: number;
  readonly blame?: Blame;
}): RefusalMaker<Details> {
  const frozen: RefusalKind = Object.freeze({
    blame: 'caller' as const,
    status: REFUSAL_STATUSES[kind.code],
    ...kind,
  });
  const make = (message: string, ...[details]: GivenDetails<Details>) =>
    new Refusal(frozen, message, { ...details });
  return Object.freeze(Object.assign(make, { kind: frozen }));
}

/** True for a refusal, narrowing a returned value to it. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
