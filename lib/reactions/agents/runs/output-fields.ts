import type { Agent } from '../agent.ts';

type Format = Agent['outputFormat'];

/** JSON Schema types of the fields that an output format can have. */
const SCHEMAS: Readonly<Record<Format[string], object>> = {
  text: { type: 'string' },
  date_time: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array' },
  json: {},
};

/** The schema that a model uses to fill in the fields. */
export function fieldSchema(format: Format): object {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(format).map(([name, type]) => [name, SCHEMAS[type]])),
    required: Object.keys(format),
  };
}

const FITS: Readonly<Record<Format[string], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  date_time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  json: (value) => value !== undefined,
};

/** The fields of a reply that have the right type; the others are null. */
export function fitFields(reply: unknown, format: Format): Readonly<Record<string, unknown>> {
  const given = Object(reply) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(format).map(([name, type]) => [name, FITS[type](given[name]) ? given[name] : null]),
  );
}
