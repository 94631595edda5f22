/** Names that lead from a value into the language's own objects. They never resolve and are never written. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
