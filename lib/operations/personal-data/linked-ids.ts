/** A ULID after the prefix of an order, a job or a recurring order. */
const LINKED_ID = /^(?:ord|job|rec)_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * Ids of orders, jobs and recurring orders in a text, and of their parts, which start with the same ULID: tasks,
 * deliveries, packages, quotes, papers, flags and refunds.
 */
const NAMED = /\b(?:ord|job|rec|tsk|dlv|pkg|cfg|qot|bth|doc|flg|rfrq)_([0-7][0-9A-HJKMNP-TV-Z]{25})/g;

/** Any ULID behind a prefix: each is of one record and its parts. */
const ULID = /_([0-7][0-9A-HJKMNP-TV-Z]{25})/g;

/** Orders, jobs and recurring orders by whose ids, and by those of their parts, other records are recognized. */
export interface LinkedIds {
  readonly ids: ReadonlySet<string>;
  has(id: string): boolean;
  /** Whether a text names one of them, or a part of one. */
  areIn(text: string): boolean;
  /** Whether a text names others than them. */
  areNotAllIn(text: string): boolean;
}

/** Whether other records name this one by its id. */
export function isLinkedId(id: unknown): id is string {
  return typeof id === 'string' && LINKED_ID.test(id);
}

/** These orders, jobs and recurring orders. */
export function linkedIds(of: Iterable<string>): LinkedIds {
  const ids: ReadonlySet<string> = new Set(of);
  const ulids = new Set([...ids].map(ulidOf));
  return Object.freeze({
    ids,
    has: (id: string) => ids.has(id),
    areIn: (text: string) => ulids.size > 0 && ulidsIn(text, ULID).some((ulid) => ulids.has(ulid)),
    areNotAllIn: (text: string) => ulidsIn(text, NAMED).some((ulid) => !ulids.has(ulid)),
  });
}

function ulidsIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, ulid = '']) => ulid);
}

function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
