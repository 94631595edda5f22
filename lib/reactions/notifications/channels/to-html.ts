import { ownValue } from '../../../platform/core/own-value.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text with the special characters of HTML escaped. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ownValue(ENTITIES, character) ?? character);
}

/** Text as paragraphs of HTML: escaped, one per blank line, web addresses as links. */
export function toParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => {
      const linked = escapeHtml(paragraph).replace(
        /https?:\/\/[^\s<]+[^\s<.,)]/g,
        (url) => `<a href="${url}">${url}</a>`,
      );
      return `<p>${linked.replaceAll('\n', '<br>')}</p>`;
    })
    .join('');
}

/** Text as a whole document. */
export function toHtml(text: string): string {
  return `<!doctype html><html><body style="font-family:sans-serif;overflow-wrap:anywhere">${toParagraphs(text)}</body></html>`;
}
