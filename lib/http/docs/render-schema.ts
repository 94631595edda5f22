import { type Html, html, inline } from './html.ts';
import type { OpenapiDocument, Schema } from './openapi-document.ts';

/** The fields of a schema as nested lists, everything expanded. */
export function renderSchema(document: OpenapiDocument, schema: Schema | undefined): Html {
  if (!schema) return html`<p class="quiet">Nothing.</p>`;
  const fields = fieldsOf(document, schema, []);
  return html`<p class="type">${typeOf(document, schema)}</p>${fields}`;
}

/** A schema in a few words: `string (date-time), at most 128 characters, or null`. */
export function typeOf(document: OpenapiDocument, schema: Schema): Html {
  const { real, isNullable } = resolve(document, schema);
  return html`${kindOf(document, real)}${limitsOf(real).map((limit) => html`, ${limit}`)}${isNullable && ', or null'}`;
}

function kindOf(document: OpenapiDocument, schema: Schema): Html {
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) {
    return html`one of ${schema.enum.map((value, index) => html`${index > 0 && ' '}<code>${String(value)}</code>`)}`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return html`${choices.map((choice, index) => html`${index > 0 && ' or '}${typeOf(document, choice)}`)}`;
  if (schema.items?.not) return html`empty array`;
  if (schema.items) return html`array of ${typeOf(document, schema.items)}`;
  if (schema.not) return html`nothing`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return html`${String(type)}${schema.format && ` (${schema.format})`}`;
}

function limitsOf(schema: Schema): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } =
    schema;
  const safe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  return [
    range(safe(minimum), safe(maximum), ''),
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : `less than ${exclusiveMaximum}`,
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ].filter((limit) => limit !== '');
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? '' : `at most ${to}${unit}`;
}

/** The fields of an object, of an array's items or of each choice. `above` are the names that are open already. */
function fieldsOf(document: OpenapiDocument, schema: Schema, above: readonly string[]): Html | undefined {
  const { real, name } = resolve(document, schema);
  if (name !== undefined && above.includes(name)) return html`<p class="quiet">As ${name} above.</p>`;
  const open = name === undefined ? above : [...above, name];
  if (real.properties) {
    const entries = Object.entries(real.properties);
    if (entries.length === 0) return undefined;
    return html`<ul class="fields">${entries.map(([field, inner]) =>
      renderField(document, { field, inner, isRequired: real.required?.includes(field) ?? false }, open),
    )}</ul>`;
  }
  if (real.items) return fieldsOf(document, real.items, open);
  if (typeof real.additionalProperties === 'object')
    return fieldsOf(document, real.additionalProperties, open);
  const parts = [...(real.anyOf ?? []), ...(real.oneOf ?? []), ...(real.allOf ?? [])];
  const shown = parts.map((part) => fieldsOf(document, part, open)).filter((part) => part !== undefined);
  return shown.length > 0 ? html`${shown}` : undefined;
}

function renderField(
  document: OpenapiDocument,
  { field, inner, isRequired }: { field: string; inner: Schema; isRequired: boolean },
  open: readonly string[],
): Html {
  const description = inner.description ?? resolve(document, inner).real.description;
  return html`<li><code class="name">${field}</code> <span class="type">${typeOf(document, inner)}</span>${
    isRequired && html` <span class="required">required</span>`
  }${inner.default !== undefined && html` <span class="type">default <code>${JSON.stringify(inner.default)}</code></span>`}${
    description && html`<div class="about">${inline(description)}</div>`
  }${fieldsOf(document, inner, open)}</li>`;
}

/** The schema behind references and behind `anyOf: [..., null]`. */
function resolve(
  document: OpenapiDocument,
  schema: Schema,
): { readonly real: Schema; readonly name: string | undefined; readonly isNullable: boolean } {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
  const choices = target.anyOf ?? target.oneOf;
  const others = choices?.filter(({ type }) => type !== 'null');
  const [only] = others ?? [];
  if (choices && only && others?.length === 1 && choices.length === 2) {
    const inner = resolve(document, only);
    return { real: inner.real, name: inner.name ?? name, isNullable: true };
  }
  const types = Array.isArray(target.type) ? target.type : [];
  if (types.includes('null')) {
    const rest = types.filter((type: string) => type !== 'null');
    return { real: { ...target, type: rest.length === 1 ? rest[0] : rest }, name, isNullable: true };
  }
  return { real: target, name, isNullable: false };
}
