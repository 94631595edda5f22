type Fields = Readonly<Record<string, unknown>>;

/**
 * A part of a document with its references replaced by what they lead to. A schema inside itself is only named where it
 * recurs. Throws for a reference that leads nowhere.
 */
export function dereference(value: unknown, document: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => dereference(one, document, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as Fields;
  const rest = Object.fromEntries(
    Object.entries(beside).map(([name, one]) => [name, dereference(one, document, within)]),
  );
  if (typeof $ref !== 'string') return rest;
  if (within.includes($ref)) return { inside: $ref, ...rest };
  const target = at(document, $ref);
  if (target === undefined) throw new Error(`Nothing is at ${$ref}.`);
  return { ...(dereference(target, document, [...within, $ref]) as object), ...rest };
}

function at(document: unknown, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, step) => (value as Fields | undefined)?.[step], document);
}
