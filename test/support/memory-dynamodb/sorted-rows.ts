/** Rows in the order of their sort keys. */
export class SortedRows<Row> {
  readonly #compare: (a: Row, b: Row) => number;
  readonly #rows: Row[] = [];

  constructor(compare: (a: Row, b: Row) => number) {
    this.#compare = compare;
  }

  get all(): readonly Row[] {
    return this.#rows;
  }

  /** Puts a row in its place, replacing an equal one. */
  set(row: Row): void {
    const index = this.indexOf(row);
    const isThere = index < this.#rows.length && this.#compare(this.#rows[index]!, row) === 0;
    this.#rows.splice(index, isThere ? 1 : 0, row);
  }

  delete(row: Row): void {
    const index = this.indexOf(row);
    if (index < this.#rows.length && this.#compare(this.#rows[index]!, row) === 0)
      this.#rows.splice(index, 1);
  }

  /** Index of the first row that does not come before `row`. */
  indexOf(row: Row): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#rows[middle]!, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
