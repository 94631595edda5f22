const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML: escaped, a paragraph per blank line, web addresses as links. */
export function toHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const escaped = paragraph.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
    const linked = escaped.replace(/https?:\/\/[^\s<]+[^\s<.,)]/g, (url) => `<a href="${url}">${url}</a>`);
    return `<p>${linked.replaceAll('\n', '<br>')}</p>`;
  });
  return `<!doctype html><html><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;
}
