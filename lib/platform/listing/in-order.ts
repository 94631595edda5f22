/**
 * Rows sorted by a value. Equal ones are sorted by id in the same direction (specification 4.7); those without a value
 * come last in either direction.
 */
export function inOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  direction: 'ASC' | 'DESC',
  keyOf: (row: Row) => string | number | undefined,
): readonly Row[] {
  const sign = direction === 'ASC' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        if (a.value !== b.value) return a.value === undefined ? 1 : -1;
      } else if (a.value !== b.value) return sign * (a.value < b.value ? -1 : 1);
      return sign * (a.row.id < b.row.id ? -1 : 1);
    })
    .map(({ row }) => row);
}
