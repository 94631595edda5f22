/** Markup that is safe to put into a page: made by `html`, which escapes everything that is not markup itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | null | false | readonly Piece[];

/** Markup from a template. Strings that are put in are escaped; markup and lists of it stay; nothing shows as nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < pieces.length ? write(pieces[index]) : '')).join(''),
  );
}

function write(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeText(String(piece));
  return piece.map(write).join('');
}

/**
 * Paragraphs and lists (lines that begin with `- `) with **bold** and `code`: the small part of Markdown that
 * descriptions use. Anything else shows as it is written.
 */
export function prose(text: string | undefined): Html | undefined {
  return text ? html`${text.split(/\n{2,}/).flatMap(blocksOf)}` : undefined;
}

/** A paragraph, cut where a list begins or ends. */
function blocksOf(paragraph: string): readonly Html[] {
  const runs: { readonly isList: boolean; readonly lines: string[] }[] = [];
  for (const line of paragraph.split('\n')) {
    const isList = line.startsWith('- ');
    const last = runs.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else runs.push({ isList, lines: [line] });
  }
  return runs.map(({ isList, lines }) =>
    isList
      ? html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
      : html`<p>${inline(lines.join('\n'))}</p>`,
  );
}

/** The same inside a line. */
export function inline(text: string): Html {
  const marked = escapeText(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return new Html(marked);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
