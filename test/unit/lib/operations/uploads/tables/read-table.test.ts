import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  detectDelimiter,
  detectEncoding,
} from '../../../../../../lib/operations/uploads/tables/detect-text.ts';
import { openTable } from '../../../../../../lib/operations/uploads/tables/read-table.ts';
import { workbook } from '../../../../../support/workbook.ts';

async function* inPortions(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function table(bytes: Uint8Array, size = 3) {
  const { columns, encoding, delimiter, rows } = await openTable(inPortions(bytes, size));
  const all: (readonly string[])[] = [];
  for await (const row of rows) all.push(row);
  return { columns, encoding, delimiter, rows: all };
}

describe('4.8 CSV upload: text', () => {
  it.each([
    ['utf-8', Buffer.from('Straße,1\nä,2')],
    ['utf-8', Buffer.from('\ufeffStraße,1\nä,2')],
    ['utf-16le', Buffer.from('\ufeffStraße,1\nä,2', 'utf16le')],
    ['utf-16le', Buffer.from('Straße,1\nä,2', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffStraße,1\nä,2', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Stra\xdfe,1\n\xe4,2', 'latin1')],
  ])('%s is found out, and characters that portions part are whole', async (encoding, bytes) => {
    expect(await table(bytes)).toEqual({
      encoding,
      delimiter: ',',
      columns: ['Straße', '1'],
      rows: [['ä', '2']],
    });
  });

  it.each([
    [',', 'a,b,c\n1,2,3'],
    [';', 'a;b;c\n"1,5";2,5;3,5'],
    ['\t', 'a\tb\n1,2\t3'],
    ['|', 'name|city\nx, y|z'],
    [',', 'only'],
    [';', '"x,y,z";b\n"a,b";c'],
  ])('the separator %j is found out', (delimiter, text) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it('quotes, line breaks in cells, empty lines, short rows and names that come twice are read', async () => {
    expect(await table(Buffer.from('a,a,\r\n"x ""y""\nz",2,3\r\n\r\n,,\r\n4\r\n'), 5)).toMatchObject({
      columns: ['a', 'a (2)', 'Column 3'],
      rows: [['x "y"\nz', '2', '3'], ['4']],
    });
  });

  it('zeros alone do not make UTF-16', () => {
    expect(detectEncoding(Buffer.from('abc\n1\n'))).toBe('utf-8');
  });
});

describe('43 1.6 kinds of files', () => {
  it('a first line that names the separator is no row', async () => {
    expect(await table(Buffer.from('\ufeffsep=;\r\na;b\r\n1,5;2'))).toMatchObject({
      delimiter: ';',
      columns: ['a', 'b'],
      rows: [['1,5', '2']],
    });
  });

  it('an Excel workbook is read as its first sheet shows it, with dates in local time', async () => {
    const bytes = workbook([
      ['Order', 'Date', 'Value', 'Zip'],
      ['A-1', { date: '2026-03-05T14:30:00' }, 25.9, '02134'],
      ['A-2', { date: '2026-03-06T00:00:00' }, 0.1 + 0.2, ''],
      ['', '', '', ''],
    ]);
    expect(await table(bytes, 1_000)).toMatchObject({
      columns: ['Order', 'Date', 'Value', 'Zip'],
      rows: [
        ['A-1', '2026-03-05 14:30:00', '25.9', '02134'],
        ['A-2', '2026-03-06', '0.3', ''],
      ],
    });
  });

  it.each([
    ['an archive that is no workbook', zipSync({ 'a.txt': strToU8('x') })],
    ['a broken archive', Buffer.from('PK\x03\x04broken')],
    [
      'an archive that unpacks to more than memory',
      zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(130 * 1024 * 1024) }),
    ],
    ['the old Excel format', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3])],
    ['a PDF document', Buffer.from('%PDF-1.7 ...')],
  ])('%s is refused with the way out', async (_, bytes) => {
    await expect(table(bytes, 100_000)).rejects.toThrow(/Save|Upload|cannot be read|that can be read/);
  });
});

describe('49 1.3 hostile workbooks', () => {
  const sheetOf = (rows: string): Uint8Array => {
    const files = unzipSync(workbook([['Order']]));
    return zipSync({
      ...files,
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    });
  };
  const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>Order</t></is></c></row>';

  it.each([
    ['far to the right', '<row r="2"><c r="ZZZ2"><v>1</v></c></row>', 'ZZZ2 has a value'],
    ['in no column', '<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>', 'is no place'],
    ['far below', '<row r="900000"><c r="A900000"><v>1</v></c></row>', 'A900000 has a value'],
    ['in a row beyond all', '<row r="999999999"/>', 'is no place'],
    ['empty, in a row beyond all', '<row><c r="A9999999"/></row>', 'is no place'],
    ['with a place in other quotes', "<row r='2'><c r='ZZZZZZ2'><v>1</v></c></row>", 'an unknown form'],
    ['with a place in references', '<row r="2"><c r="&#90;ZZZZZ2"><v>1</v></c></row>', 'is no place'],
    ['with two places', '<row r="2"><c r="A2" x:r="ZZZZZZ2"><v>1</v></c></row>', 'an unknown form'],
    ['in another namespace', '<x:row r="2"><x:c r="ZZZZZZ2"><v>1</v></x:c></x:row>', 'is no place'],
  ])('a cell %s is refused before the reader fills all places up to it', async (_, rows, why) => {
    await expect(table(sheetOf(head + rows), 1_000)).rejects.toThrow(why);
  });

  it('formatted rows and columns without values are read as empty', async () => {
    const formatted = '<row r="2"><c r="A2"><v>7</v></c><c r="XFD2" s="1"/></row><row r="100000" ht="20"/>';
    expect(await table(sheetOf(head + formatted), 1_000)).toMatchObject({ rows: [['7']] });
  });

  it('one long text that many cells show is too much', async () => {
    const cells = Array.from({ length: 26 }, (_, column) => String.fromCharCode(65 + column));
    const shared = `<sst><si><t>${'x'.repeat(20_000)}</t></si></sst>`;
    const files = unzipSync(
      sheetOf(
        `${head}<row r="2">${cells.map((name) => `<c r="${name}2" t="s"><v>0</v></c>`).join('')}</row>`,
      ),
    );
    const bytes = zipSync({ ...files, 'xl/sharedStrings.xml': strToU8(shared) });
    await expect(table(bytes, 1_000)).rejects.toThrow('Row 2 of the Excel workbook has too much text');
  });
});
