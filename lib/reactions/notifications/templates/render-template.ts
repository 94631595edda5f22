import {
  compileTemplate,
  type Json,
  type JsonObject,
  type RunContext,
} from '../../../engines/workflows/index.ts';
import { oneLine } from '../../../platform/core/one-line.ts';
import { toParagraphs } from '../channels/to-html.ts';
import { templateProblem } from '../messages/fill-template.ts';
import type { EmailTemplateVersion } from './email-template.ts';
import { fillLiquid, readTemplate } from './liquid.ts';

/** Variable of a template for the message of the trigger. */
const CONTENT = 'content';

/**
 * What is wrong with a template, in a sentence; undefined when nothing is. Its conditions and loops are Liquid's, its
 * variables those of workflows.
 */
export function emailTemplateProblem(source: string): string | undefined {
  const read = readTemplate(source);
  if ('problem' in read) return read.problem;
  for (const path of read.paths) {
    const problem = path === CONTENT ? undefined : templateProblem(`{{${path}}}`);
    if (problem) return problem;
  }
  return undefined;
}

/** An e-mail made of a template. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Fills in a template: in the HTML every value is escaped, and the message is formatted as paragraphs. Undefined when
 * the template cannot be filled in.
 */
export function renderEmail(
  template: Pick<EmailTemplateVersion, 'subject' | 'html' | 'text'>,
  message: string,
  context: RunContext,
  nowMs: number,
): RenderedEmail | undefined {
  const fill = (source: string, kind: 'text' | 'html') => {
    const read = readTemplate(source);
    if ('problem' in read) return undefined;
    const content = kind === 'html' ? toParagraphs(message) : message;
    return fillLiquid(source, { values: valuesOf(read.paths, context, nowMs), content }, kind);
  };
  const subject = fill(template.subject, 'text');
  const html = fill(template.html, 'html');
  const text = template.text === null ? message : fill(template.text, 'text');
  if (subject === undefined || html === undefined || text === undefined) return undefined;
  return { subject: oneLine(subject), html, text };
}

type Tree = { [name: string]: Json | Tree | undefined };

/** The values of these variables in the language of workflows, as a tree by the parts of their names. */
function valuesOf(paths: readonly string[], context: RunContext, now: number): JsonObject {
  const tree: Tree = {};
  // When a template reads a list and something in it, the list is read, because it contains the other.
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const compiled = path === CONTENT ? undefined : compileTemplate(`{{${path}}}`, new Map());
    if (compiled === undefined || 'errors' in compiled) continue;
    const value = compiled.whole?.read({ context, outputs: {}, occurred: {}, now });
    if (value !== undefined && value !== null) put(tree, path.split('.'), value);
  }
  return tree as JsonObject;
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    tree[name] ??= value;
    return;
  }
  const below = tree[name] ?? {};
  tree[name] = below;
  if (isBranch(below)) put(below, rest, value);
}

function isBranch(value: Json | Tree): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
