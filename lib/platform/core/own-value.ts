/**
 * The entry of a table under a name that may come from outside; undefined where the table has none of its own. A
 * plain look-up also finds what every object inherits, such as `constructor` and `toString`.
 */
export function ownValue<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
