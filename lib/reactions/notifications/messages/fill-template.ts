import {
  compileTemplate,
  nearestVariable,
  type RunContext,
  renderText,
} from '../../../engines/workflows/index.ts';

/** Longest message template, in characters. */
const MAX_TEMPLATE = 4000;

/** What is wrong with a template, in a sentence; undefined when nothing is. */
export function templateProblem(source: string): string | undefined {
  if (source.length > MAX_TEMPLATE) return `has ${source.length} characters. Use at most ${MAX_TEMPLATE}.`;
  const compiled = compileTemplate(source, new Map());
  if ('errors' in compiled) return `cannot be read: ${compiled.errors[0]?.message ?? 'a brace is missing'}.`;
  const unknown = compiled.parts.find((part) => typeof part !== 'string' && !part.known);
  if (unknown === undefined || typeof unknown === 'string') return undefined;
  const nearest = nearestVariable(unknown.path.split('.'), new Map());
  return `has the unknown variable {{${unknown.path}}}.${nearest ? ` Did you mean {{${nearest}}}?` : ''}`;
}

/**
 * A template with its variables filled in; a variable without a value becomes empty text. Undefined when it
 * cannot be parsed.
 */
export function fillTemplate(source: string, context: RunContext, now: number): string | undefined {
  const compiled = compileTemplate(source, new Map());
  if ('errors' in compiled) return undefined;
  const rendered = renderText(compiled, { context, outputs: {}, occurred: {}, now });
  return 'tooLong' in rendered ? undefined : rendered.value;
}
