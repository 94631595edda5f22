import { isForbiddenName } from '../json.ts';
import { limits } from '../limits.ts';

/** One `{{path}}` of a template. Positions count UTF-16 units of the source. */
export interface TemplateVariable {
  readonly path: string;
  readonly segments: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** A text with variables in it. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | TemplateVariable)[];
}

/** What is wrong with a template, and where. */
export interface TemplateError {
  readonly position: number;
  readonly message: string;
}

/** Letters and digits of any script, and what metadata keys are seen to hold. No quotes, pipes, brackets. */
const SEGMENT = /^[\p{L}\p{N}_$@:/+ -]+$/u;

/** Splits a text into literal parts and variables, or tells every error with its position. Never throws. */
export function parseTemplate(source: string): Template | { readonly errors: readonly TemplateError[] } {
  if (source.length > limits.template) {
    const message = `The text has ${source.length} characters; the limit is ${limits.template}.`;
    return { errors: [{ position: limits.template, message }] };
  }
  const parts: (string | TemplateVariable)[] = [];
  const errors: TemplateError[] = [];
  let variables = 0;
  let from = 0;
  for (;;) {
    const start = source.indexOf('{{', from);
    if (start < 0) break;
    const close = source.indexOf('}}', start + 2);
    if (close < 0) {
      errors.push({ position: start, message: 'A variable is opened with "{{" but not closed with "}}".' });
      break;
    }
    const end = close + 2;
    if (start > from) parts.push(source.slice(from, start));
    const variable = parseVariable(source.slice(start + 2, close), start, end);
    if ('message' in variable) errors.push(variable);
    else parts.push(variable);
    variables += 1;
    if (variables > limits.templateVariables) {
      errors.push({
        position: start,
        message: `The text has more than ${limits.templateVariables} variables, which is the limit.`,
      });
      break;
    }
    from = end;
  }
  if (errors.length > 0) return { errors };
  if (from < source.length) parts.push(source.slice(from));
  return { source, parts };
}

function parseVariable(inner: string, start: number, end: number): TemplateVariable | TemplateError {
  const path = inner.trim();
  const refuse = (message: string): TemplateError => ({ position: start, message });
  if (path === '') return refuse('A variable has no name: "{{}}".');
  if (path.length > limits.path) return refuse(`A variable's name is longer than ${limits.path} characters.`);
  const segments = path.split('.');
  if (segments.length > limits.pathSegments) {
    return refuse(`A variable has more than ${limits.pathSegments} parts: "${path}".`);
  }
  for (const segment of segments) {
    if (segment === '') return refuse(`A part of the variable "${path}" is empty.`);
    if (!SEGMENT.test(segment)) return refuse(`"${path}" is not a variable name.`);
    if (isForbiddenName(segment)) return refuse(`"${segment}" cannot be part of the name of a variable.`);
  }
  return { path, segments, start, end };
}

/** The only variable of a template that consists of nothing else, so that its value can keep its type. */
export function wholeVariable(template: Template): TemplateVariable | undefined {
  const [part, ...rest] = template.parts;
  return rest.length === 0 && typeof part === 'object' ? part : undefined;
}
