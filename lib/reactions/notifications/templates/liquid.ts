import { Liquid, type Template } from 'liquidjs';
import type { JsonObject } from '../../../engines/workflows/index.ts';
import { escapeHtml } from '../channels/to-html.ts';

/** HTML that is inserted as it is; every other value is escaped. */
class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

/**
 * Milliseconds and characters that rendering a template may use: its author may have written an endless loop by
 * mistake.
 */
const RENDER_MS = 500;
const MEMORY = 2_000_000;

/** Tags that read files, and the filter that inserts values without escaping. */
const FORBIDDEN_TAGS = ['include', 'render', 'layout', 'block'];

function engineOf(write: (text: string) => string): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY,
    templates: {},
    outputEscape: (value: unknown) => {
      if (value instanceof Markup) return value.html;
      return write(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));
    },
  });
  for (const tag of FORBIDDEN_TAGS) delete engine.tags[tag];
  delete engine.filters.raw;
  return engine;
}

const engines = { html: engineOf(escapeHtml), text: engineOf((text) => text) };

/** The variables that a template reads, each as its path, or what is wrong with it, in a sentence. */
export function readTemplate(
  source: string,
): { readonly paths: readonly string[] } | { readonly problem: string } {
  const { text: engine } = engines;
  try {
    const found = engine.globalVariableSegmentsSync(engine.parse(source));
    const computed = found.find((segments) => segments.some((one) => Array.isArray(one)));
    if (computed) return { problem: 'has a variable whose name is computed. Name the variable itself.' };
    return { paths: [...new Set(found.map((segments) => segments.map(String).join('.')))] };
  } catch (error) {
    return { problem: `cannot be read: ${firstLine(error)}.` };
  }
}

/**
 * A template filled in with values by their root names. `content` replaces `{{content}}`; in HTML it is the only value
 * that is not escaped. Undefined when the template cannot be parsed or takes too long.
 */
export function fillLiquid(
  source: string,
  { values, content }: { readonly values: JsonObject; readonly content: string },
  kind: keyof typeof engines,
): string | undefined {
  const engine = engines[kind];
  try {
    const parsed: Template[] = engine.parse(source);
    return engine.renderSync(parsed, { ...values, content: new Markup(content) });
  } catch {
    return undefined;
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/, line:\d+, col:\d+$/, '').replace(/\.$/, '');
}
