import type { FieldType } from '../fields/define-field.ts';
import { parseTemplate, type TemplateError, wholeVariable } from './parse-template.ts';
import { type OutputsByNode, type Reference, resolveVariable, unknownReference } from './resolve-variable.ts';
import type { Reader } from './scope.ts';

/** A variable ready to be read. */
export interface CompiledVariable {
  readonly path: string;
  readonly type: FieldType;
  readonly known: boolean;
  readonly read: Reader;
}

/** A template ready to be filled in. */
export interface CompiledTemplate {
  readonly parts: readonly (string | CompiledVariable)[];
  /** Set when the template is one variable and nothing else. */
  readonly whole: CompiledVariable | undefined;
}

/** Parses a text and binds its variables. A path the schema does not know is bound as an unknown key. */
export function compileTemplate(
  source: string,
  nodes: OutputsByNode,
): CompiledTemplate | { readonly errors: readonly TemplateError[] } {
  const template = parseTemplate(source);
  if ('errors' in template) return template;
  const bind = (segments: readonly string[]): Reference =>
    resolveVariable(segments, nodes) ?? unknownReference(segments);
  const whole = wholeVariable(template);
  const parts = template.parts.map((part) => (typeof part === 'string' ? part : bind(part.segments)));
  return { parts, whole: whole === undefined ? undefined : (parts[0] as Reference) };
}
