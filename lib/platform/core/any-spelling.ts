import * as z from 'zod';

/**
 * An object whose fields callers may spell in camelCase, snake_case or lower case (decision A15). Each of
 * these is read as the field of the schema.
 */
export function anySpelling<Fields extends z.ZodRawShape>(fields: Fields) {
  const names = new Map(Object.keys(fields).map((name) => [plain(name), name]));
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const known = names.get(plain(name)) ?? name;
      // The exact spelling wins over others of the same field.
      if (known === name || !Object.hasOwn(value, known)) renamed[known] = field;
    }
    return renamed;
  };
  return z.preprocess(rename, z.object(fields));
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
