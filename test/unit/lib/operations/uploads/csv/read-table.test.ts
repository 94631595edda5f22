import { describe, expect, it } from 'vitest';
import { detectDelimiter, detectEncoding } from '../../../../../../lib/operations/uploads/csv/detect-text.ts';
import { guessMapping } from '../../../../../../lib/operations/uploads/csv/order-columns.ts';
import { readCells } from '../../../../../../lib/operations/uploads/csv/read-cells.ts';
import { openTable } from '../../../../../../lib/operations/uploads/csv/read-table.ts';

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

describe('4.8 CSV upload: mapping', () => {
  it('is guessed from exact names, labels and names that mean the same, each field once', () => {
    expect(
      guessMapping(['externalId', 'Order ID', 'Customer name', 'Pickup street', 'Lat', 'Notes', 'Colour']),
    ).toEqual({
      externalId: 'externalId',
      'Order ID': null,
      'Customer name': 'dropoffFirstName',
      'Pickup street': 'pickupAddressFormattedStreet',
      Lat: 'dropoffLat',
      Notes: 'dropoffInstructions',
      Colour: null,
    });
    expect(guessMapping(['orderMetadata.dock'])).toEqual({ 'orderMetadata.dock': 'orderMetadata.dock' });
  });
});

describe('4.8 CSV upload: cells', () => {
  const read = (field: string, value: string, timeZone = 'UTC', decimalComma = false) =>
    readCells(['c'], [value], { c: field }, { timeZone, decimalComma });

  it.each([
    ['weight', '2.5', 2.5],
    ['weight', '1.234,5', 1234.5],
    ['weight', '1,234.5', 1234.5],
    ['weight', '2,5', 2.5],
    ['itemsCount', '3', 3],
    ['valueCents', '$ 1,234.50', 123_450],
    ['valueCents', '19.99 €', 1_999],
    ['tags', 'a | b;c', ['a', 'b', 'c']],
    ['dropoffStartTime', '2026-03-05 14:30', '2026-03-05T14:30:00.000Z'],
    ['dropoffStartTime', '2026-03-05T14:30:00+02:00', '2026-03-05T12:30:00.000Z'],
    ['description', "'=SUM(A1)", '=SUM(A1)'],
  ])('%s: %j is %j', (field, text, value) => {
    const { data, errors } = read(field, text);
    expect(errors).toEqual([]);
    expect(data[field]).toEqual(value);
  });

  it("times without a zone are those of the organization's", () => {
    const { data } = read('dropoffEndTime', '2026-03-05 14:30', 'America/New_York');
    expect(data.dropoffEndTime).toBe('2026-03-05T19:30:00.000Z');
  });

  it.each([
    ['weight', 'heavy'],
    ['weight', '1.234.5'],
    ['itemsCount', '2.5'],
    ['valueCents', '-3'],
    ['dropoffStartTime', 'tomorrow'],
    ['dropoffStartTime', '2026-02-30 10:00'],
  ])('%s: %j is an error of its cell', (field, value) => {
    expect(read(field, value).errors).toMatchObject([{ column: 'c', field, value }]);
  });

  it('in a file with semicolons, decimals stand behind commas', () => {
    expect(read('dropoffLat', '37,751', 'UTC', true).data.dropoffLat).toBe(37.751);
    expect(read('dropoffLat', '37,7510').data.dropoffLat).toBe(37.751);
    expect(read('valueCents', '1,001').data.valueCents).toBe(100_100);
    expect(read('valueCents', '1,001', 'UTC', true).errors).toHaveLength(1);
    expect(read('valueCents', '1.001').errors).toHaveLength(1);
  });

  it('a row with more cells than columns is an error', () => {
    expect(
      readCells(['c'], ['a', 'b'], { c: 'externalId' }, { timeZone: 'UTC', decimalComma: false }).errors,
    ).toHaveLength(1);
  });
});
