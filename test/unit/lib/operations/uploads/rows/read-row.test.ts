import { describe, expect, it } from 'vitest';
import { type ReadingPlan, readRow } from '../../../../../../lib/operations/uploads/rows/read-row.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

const planOf = (mapping: ReadingPlan['mapping'], more: Partial<ReadingPlan> = {}): ReadingPlan => ({
  ...{ mapping, values: {}, timeZone: 'UTC', decimalComma: false, dateOrder: null, numericMetadata: [] },
  ...more,
});

/** A row of these cells, by the field that each fills. */
const rowOf = (cells: Readonly<Record<string, string>>, more: Partial<ReadingPlan> = {}) => {
  const columns = Object.keys(cells);
  const mapping = Object.fromEntries(columns.map((field) => [field, field]));
  return readRow(columns, Object.values(cells), planOf(mapping, more), NOW);
};

describe('4.8 CSV upload: cells', () => {
  const read = (field: string, value: string, timeZone = 'UTC', decimalComma = false) =>
    readRow(['c'], [value], planOf({ c: field }, { timeZone, decimalComma }), NOW);

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
    expect(readRow(['c'], ['a', 'b'], planOf({ c: 'externalId' }), NOW).errors).toHaveLength(1);
  });
});

describe('43 1.5 dates as people write them', () => {
  const times = (cells: Readonly<Record<string, string>>, more: Partial<ReadingPlan> = {}) => {
    const { data, errors } = rowOf(cells, more);
    return errors.length > 0 ? errors[0]!.message : [data.dropoffStartTime, data.dropoffEndTime];
  };

  it('a window in one cell, in two with a day beside them, or a day alone', () => {
    expect(times({ dropoffWindow: '2026-03-05 10:00-12:00' })).toEqual([
      '2026-03-05T10:00:00.000Z',
      '2026-03-05T12:00:00.000Z',
    ]);
    const clocks = { dropoffDate: '5 Mar 2026', dropoffStartTime: '2 PM', dropoffEndTime: '15:30' };
    expect(times(clocks)).toEqual(['2026-03-05T14:00:00.000Z', '2026-03-05T15:30:00.000Z']);
    expect(times({ dropoffDate: '05.03.2026' }, { timeZone: 'Europe/Berlin' })).toEqual([
      '2026-03-04T23:00:00.000Z',
      '2026-03-05T22:59:59.999Z',
    ]);
    expect(times({ dropoffDate: '2026-03-02' })).toEqual([undefined, '2026-03-02T23:59:59.999Z']);
  });

  it.each(['10:00-12:00', '10:00 - 12:00', '10–12', '10am-12pm'])(
    'the window %j in a column of starts has both ends; it is not a time west of Greenwich',
    (dropoffStartTime) => {
      expect(times({ dropoffDate: '2026-03-05', dropoffStartTime })).toEqual([
        '2026-03-05T10:00:00.000Z',
        '2026-03-05T12:00:00.000Z',
      ]);
    },
  );

  it('an end in its own column counts before that of a window in the column of starts', () => {
    const cells = { dropoffDate: '2026-03-05', dropoffStartTime: '10:00-12:00', dropoffEndTime: '13:00' };
    expect(times(cells)).toEqual(['2026-03-05T10:00:00.000Z', '2026-03-05T13:00:00.000Z']);
    expect(times({ dropoffDate: '2026-03-05', dropoffStartTime: '10:00+02:00' })).toEqual([
      '2026-03-05T08:00:00.000Z',
      undefined,
    ]);
  });

  it.each<Readonly<Record<string, string>>>([
    { dropoffWindow: '2026-03-05 22:00 - 02:00' },
    { dropoffDate: '2026-03-05', dropoffWindow: '10pm-2am' },
    { dropoffDate: '2026-03-05', dropoffStartTime: '22:00', dropoffEndTime: '02:00' },
    { dropoffStartTime: '2026-03-05 22:00', dropoffEndTime: '2:00' },
  ])('a window past midnight ends on the next day: %j', (cells) => {
    expect(times(cells, { timeZone: 'Europe/Berlin' })).toEqual([
      '2026-03-05T21:00:00.000Z',
      '2026-03-06T01:00:00.000Z',
    ]);
  });

  it('an end that is far before its start is not moved to the next day, nor is one with a day', () => {
    expect(times({ dropoffWindow: '2026-03-05 16:00-14:00' })).toEqual([
      '2026-03-05T16:00:00.000Z',
      '2026-03-05T14:00:00.000Z',
    ]);
    expect(times({ dropoffStartTime: '2026-03-05 22:00', dropoffEndTime: '2026-03-05 02:00' })).toEqual([
      '2026-03-05T22:00:00.000Z',
      '2026-03-05T02:00:00.000Z',
    ]);
  });

  it('a window with its day in a column of starts has both ends', () => {
    expect(times({ dropoffStartTime: '2026-03-05 10:00-12:00' })).toEqual([
      '2026-03-05T10:00:00.000Z',
      '2026-03-05T12:00:00.000Z',
    ]);
  });

  it('a day for the whole file is that of times without one; without any the cell is an error', () => {
    const values = { dropoffDate: '2026-03-05' };
    expect(times({ dropoffWindow: '10-12pm' }, { values })).toEqual([
      '2026-03-05T10:00:00.000Z',
      '2026-03-05T12:00:00.000Z',
    ]);
    expect(times({ dropoffWindow: '10:00-12:00' })).toContain('is a time without a day');
  });

  it('the order of day and month is that of the file', () => {
    const cells = { dropoffStartTime: '03/05/2026 10:00' };
    expect(times(cells, { dateOrder: 'month-first' })).toEqual(['2026-03-05T10:00:00.000Z', undefined]);
    expect(times(cells, { dateOrder: 'day-first' })).toEqual(['2026-05-03T10:00:00.000Z', undefined]);
  });

  it('42 5 several windows in one cell, as people write them or as the export does', () => {
    const { data, errors } = rowOf(
      {
        dropoffDate: '2026-03-05',
        dropoffWindow: '10:00-12:00',
        dropoffOtherWindows: '14:00-16:00; 2026-03-06 9:00 - 11:00',
        pickupOtherWindows: '2026-03-05T08:00:00.000Z/2026-03-05T09:00:00.000Z|',
      },
      { timeZone: 'America/New_York' },
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      dropoffStartTime: '2026-03-05T15:00:00.000Z',
      dropoffEndTime: '2026-03-05T17:00:00.000Z',
      dropoffOtherWindows: [
        '2026-03-05T19:00:00.000Z/2026-03-05T21:00:00.000Z',
        '2026-03-06T14:00:00.000Z/2026-03-06T16:00:00.000Z',
      ],
      pickupOtherWindows: ['2026-03-05T08:00:00.000Z/2026-03-05T09:00:00.000Z'],
    });
  });

  it.each(['sometime', '14:00-16:00', '2026-03-05 16:00-14:00', '2026-03-05T09:00Z/2026-03-05T08:00Z'])(
    '42 5 other windows %j are refused at their cell: no window, none of a day, or one that ends before it begins',
    (text) => {
      const { errors } = rowOf({ dropoffOtherWindows: `2026-03-05 10:00-12:00; ${text}` });
      expect(errors).toMatchObject([
        { field: 'dropoffOtherWindows', message: expect.stringContaining(text) },
      ]);
    },
  );

  it('an order with a window is scheduled, another one is for now', () => {
    expect(rowOf({ dropoffDate: '2026-03-05' }).data.deliveryMode).toBe('scheduled');
    expect(rowOf({ externalId: 'A-1' }).data.deliveryMode).toBe('now');
    expect(rowOf({ deliveryMode: 'scheduled' }).data.deliveryMode).toBe('scheduled');
  });
});

describe('43 1.6 cells as spreadsheets leave them', () => {
  it.each([
    ['dropoffAddressZip', "'02134", '02134'],
    ['dropoffAddressZip', '="02134"', '02134'],
    ['itemsCount', '3.0', 3],
    ['weight', '5 lb', 2.267962],
    ['weight', '500 g', 0.5],
    ['valueCents', '25,90 EUR', 2_590],
    ['orderMetadata.dock', '012', { dock: '012' }],
  ])('%s: %j is %j', (field, text, value) => {
    const { data, errors } = rowOf({ [field]: text });
    expect(errors).toEqual([]);
    expect(data[field.startsWith('orderMetadata') ? 'orderMetadata' : field]).toEqual(value);
  });

  it('metadata is a number where the whole column is', () => {
    const numericMetadata = ['orderMetadata.boxes'];
    expect(rowOf({ 'orderMetadata.boxes': '12' }, { numericMetadata }).data.orderMetadata).toEqual({
      boxes: 12,
    });
    expect(rowOf({ 'orderMetadata.boxes': '12' }).data.orderMetadata).toEqual({ boxes: '12' });
  });

  it('a telephone number that is probably another one is reported', () => {
    const warnings = (cells: Readonly<Record<string, string>>) =>
      rowOf(cells).warnings.map(({ message }) => message);
    expect(warnings({ dropoffPhoneNumber: '1.41556E+10' })[0]).toContain('shortened by a spreadsheet');
    const german = { dropoffPhoneNumber: '15112345678', dropoffAddressCountry: 'DE' };
    expect(warnings(german)[0]).toContain('write it with the plus');
    expect(warnings({ dropoffPhoneNumber: '+4915112345678', dropoffAddressCountry: 'DE' })).toEqual([]);
    expect(warnings({ dropoffPhoneNumber: '(415) 555-0101', dropoffAddressCountry: 'US' })).toEqual([]);
  });

  it('a point in one cell', () => {
    expect(rowOf({ dropoffCoordinates: '37.7612, -122.4217' }).data).toMatchObject({
      dropoffLat: 37.7612,
      dropoffLng: -122.4217,
    });
    expect(rowOf({ dropoffCoordinates: 'here' }).errors).toHaveLength(1);
  });
});

describe('43 1.1 the row of an order that it names', () => {
  it('empties a field by an empty cell, and leaves the delivery mode as it is', () => {
    const { data } = rowOf({ id: 'ord_1', description: '' });
    expect(data).toEqual({ id: 'ord_1', description: null });
    expect(rowOf({ id: '17' }).errors).toHaveLength(1);
  });
});

describe('49 1.3 hostile cells', () => {
  const long = `1${' '.repeat(190_000)}x`;

  it.each([
    'dropoffCoordinates',
    'pickupStartTime',
    'dropoffWindow',
    'dropoffDate',
    'valueCents',
    'items.weight',
    'weight',
  ])('%s of 190,000 characters is refused at once, and shown in part', (field) => {
    const { data, errors } = rowOf({ [field]: long });
    expect(errors).toMatchObject([
      { column: field, field, message: expect.stringContaining('300 characters') },
    ]);
    expect(errors[0]?.value.length).toBeLessThan(300);
    expect(data).not.toHaveProperty(field);
  });

  it('items of 190,000 spaces are one item, at once', () => {
    const startedAt = performance.now();
    expect(rowOf({ items: long }).data.items).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
