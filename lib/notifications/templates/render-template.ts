import type { RunContext } from '../../workflows/index.ts';
import { escapeHtml, toParagraphs } from '../channels/to-html.ts';
import { fillTemplate } from '../messages/fill-template.ts';
import type { EmailTemplateVersion } from './email-template.ts';

/** Placeholder in a template for the message of the trigger. */
export const CONTENT = '{{content}}';

const CONTENT_PATTERN = /\{\{\s*content\s*\}\}/;

/** A template without its placeholders for the message. */
export function piecesOf(source: string): readonly string[] {
  return source.split(CONTENT_PATTERN).filter((piece) => piece !== '');
}

/** An e-mail made of a template. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills in a template: every value is escaped in the HTML, and the message is formatted as paragraphs. */
export function renderEmail(
  template: Pick<EmailTemplateVersion, 'subject' | 'html' | 'text'>,
  message: string,
  context: RunContext,
  nowMs: number,
): RenderedEmail {
  const fill = (source: string, content: string, encode?: (text: string) => string) =>
    source
      .split(CONTENT_PATTERN)
      .map((piece) => fillTemplate(piece, context, nowMs, encode) ?? '')
      .join(content);
  return {
    // A line break in a subject would start another header.
    subject: fill(template.subject, message).replace(/\s+/g, ' ').trim(),
    html: fill(template.html, toParagraphs(message), escapeHtml),
    text: template.text === null ? message : fill(template.text, message),
  };
}
