import type { PDFDocument, PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';

/** What a manifest says. */
export interface ManifestContent {
  readonly providerName: string;
  /** Date and time at the merchant, such as `2026-03-05 14:30`. */
  readonly writtenAt: string;
  readonly packages: readonly ManifestedPackage[];
}

/** A line of a manifest. */
export interface ManifestedPackage {
  readonly reference: string;
  readonly trackingReference: string;
  readonly from: string;
  readonly to: string;
  readonly items: string;
}

/** A4, in points. */
const PAGE = Object.freeze({ width: 595, height: 842, margin: 40 });

const COLUMNS = [
  { title: '#', width: 20 },
  { title: 'Order', width: 120 },
  { title: 'Delivery', width: 125 },
  { title: 'From', width: 110 },
  { title: 'To', width: 110 },
  { title: 'Items', width: 30 },
] as const;

const SIZE = 8;
const LINE = 10;

/** Most lines of one cell; what is longer ends with dots. */
const MAX_LINES = 4;

/** Room below the table for the signature. */
const SIGNATURE = 70;

/** A manifest as a PDF: the packages that a carrier takes over, and where the person who takes them signs. */
export async function drawManifest(content: ManifestContent, createdMs: number): Promise<Uint8Array> {
  // Loaded here, because the library is large and seldom needed.
  const { PDFDocument, rgb, StandardFonts } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.setTitle(`Manifest for ${content.providerName}`);
  // By the given time: the same manifest is the same file.
  pdf.setCreationDate(new Date(createdMs));
  pdf.setModificationDate(new Date(createdMs));
  const plain = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const sheet = {
    grey: rgb(0.7, 0.7, 0.7),
    pdf,
    plain,
    bold,
    page: pdf.addPage([PAGE.width, PAGE.height]),
    y: PAGE.height - PAGE.margin,
  };
  writeHead(sheet, content);
  for (const [index, one] of content.packages.entries()) {
    const { reference, trackingReference, from, to, items } = one;
    writeRow(sheet, [String(index + 1), reference, trackingReference, from, to, items], plain);
  }
  writeSignature(sheet);
  for (const [index, page] of pdf.getPages().entries()) {
    const text = `Page ${index + 1} of ${pdf.getPageCount()}`;
    page.drawText(text, { x: PAGE.margin, y: PAGE.margin / 2, size: SIZE, font: plain });
  }
  return pdf.save();
}

interface Sheet {
  readonly pdf: PDFDocument;
  readonly plain: PDFFont;
  readonly bold: PDFFont;
  readonly grey: RGB;
  page: PDFPage;
  y: number;
}

function writeHead(sheet: Sheet, { providerName, writtenAt, packages }: ManifestContent): void {
  const { bold, plain } = sheet;
  sheet.y -= 18;
  sheet.page.drawText('Manifest', { x: PAGE.margin, y: sheet.y, size: 18, font: bold });
  const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  for (const line of [`Carrier: ${providerName}`, `${count}, ${writtenAt}`]) {
    sheet.y -= 14;
    sheet.page.drawText(printable(line, plain), { x: PAGE.margin, y: sheet.y, size: 10, font: plain });
  }
  sheet.y -= 10;
  writeRow(
    sheet,
    COLUMNS.map(({ title }) => title),
    bold,
  );
}

function writeRow(sheet: Sheet, cells: readonly string[], font: PDFFont): void {
  const wrapped = COLUMNS.map(({ width }, index) =>
    linesOf(printable(cells[index] ?? '', font), font, width - 6),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length)) * LINE + 6;
  if (sheet.y - height < PAGE.margin) {
    sheet.page = sheet.pdf.addPage([PAGE.width, PAGE.height]);
    sheet.y = PAGE.height - PAGE.margin;
    if (font !== sheet.bold)
      writeRow(
        sheet,
        COLUMNS.map(({ title }) => title),
        sheet.bold,
      );
  }
  let x = PAGE.margin;
  for (const [index, { width }] of COLUMNS.entries()) {
    for (const [line, text] of (wrapped[index] ?? []).entries()) {
      sheet.page.drawText(text, { x, y: sheet.y - (line + 1) * LINE, size: SIZE, font });
    }
    x += width;
  }
  sheet.y -= height;
  sheet.page.drawLine({
    start: { x: PAGE.margin, y: sheet.y },
    end: { x: PAGE.width - PAGE.margin, y: sheet.y },
    thickness: 0.5,
    color: sheet.grey,
  });
}

function writeSignature(sheet: Sheet): void {
  if (sheet.y - SIGNATURE < PAGE.margin) {
    sheet.page = sheet.pdf.addPage([PAGE.width, PAGE.height]);
    sheet.y = PAGE.height - PAGE.margin;
  }
  const y = sheet.y - SIGNATURE + LINE;
  const text =
    'Received by: ______________________    Date and time: ________________    Signature: ______________________';
  sheet.page.drawText(text, { x: PAGE.margin, y, size: SIZE, font: sheet.plain });
}

/** The text in the letters of the standard fonts: accents that they lack are dropped, other letters become `?`. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.replace(/\s+/g, ' ').trim(), (letter) => {
    if (has(letter)) return letter;
    const [base = '?'] = letter.normalize('NFKD');
    return has(base) ? base : '?';
  }).join('');
}

/** The text in lines of at most a width; words that are longer than a line are split. */
function linesOf(text: string, font: PDFFont, width: number): readonly string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, SIZE) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    let rest = word;
    while (!fits(rest)) {
      let end = rest.length - 1;
      while (end > 1 && !fits(rest.slice(0, end))) end -= 1;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    line = rest;
  }
  lines.push(line);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), '...'];
}
