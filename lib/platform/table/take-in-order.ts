/**
 * The first `limit` rows of several sorted sources, merged in their order. A source is read further only when
 * all of its rows are used, so that little more is read than is returned.
 */
export async function takeInOrder<Row>(
  sources: readonly AsyncIterator<readonly Row[]>[],
  compare: (a: Row, b: Row) => number,
  limit: number,
): Promise<readonly Row[]> {
  const taken: Row[] = [];
  let lanes = sources.map((source) => ({ source, rows: [] as readonly Row[], next: 0 }));
  while (taken.length < limit) {
    await Promise.all(
      lanes.map(async (lane) => {
        while (lane.next === lane.rows.length) {
          const { value, done } = await lane.source.next();
          if (done) return;
          lane.rows = value;
          lane.next = 0;
        }
      }),
    );
    lanes = lanes.filter(({ rows, next }) => next < rows.length);
    if (lanes.length === 0) break;
    // As soon as one lane has run out, its next row may come before those of the others.
    while (taken.length < limit && lanes.every(({ rows, next }) => next < rows.length)) {
      const first = lanes.reduce((a, b) => (compare(b.rows[b.next]!, a.rows[a.next]!) < 0 ? b : a));
      taken.push(first.rows[first.next]!);
      first.next += 1;
    }
  }
  return taken;
}
