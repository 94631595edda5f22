/**
 * Swagger UI's own resolver of OpenAPI 3.1 takes minutes for a document of this size. All references here stay inside
 * the document, so following them is enough.
 */
export const resolve = {
  fn: {
    resolveSubtree: async (document: unknown, path: readonly string[]) => ({
      spec: resolved(at(document, path), document, []),
      errors: [],
    }),
  },
};

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), document);
}

/** A copy without references; a schema inside itself stays a reference. */
function resolved(value: unknown, document: unknown, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, document, within));
  if (!isRecord(value)) return value;
  const { $ref } = value;
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, resolved(one, document, within)]),
    );
  }
  if (within.includes($ref)) return {};
  const steps = $ref.slice('#/'.length).split('/');
  return resolved(at(document, steps), document, [...within, $ref]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
