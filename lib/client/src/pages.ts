/** Rows of a page when the caller names no number. */
const PAGE = 100;

/** Every row of a list that is read by `limit` and `offset`, page by page as they are asked for. */
export async function* eachByOffset<Row>(
  read: (place: {
    readonly limit: number;
    readonly offset: number;
  }) => Promise<{ readonly results: readonly Row[] }>,
  limit: number = PAGE,
): AsyncGenerator<Row, void> {
  for (let offset = 0; ; offset += limit) {
    const { results } = await read({ limit, offset });
    yield* results;
    if (results.length < limit) return;
  }
}

/** Every row of a list whose pages name the next one by an `iterator`. */
export async function* eachByIterator<Row>(
  read: (place: { readonly limit: number; readonly iterator?: string }) => Promise<{
    readonly results: readonly Row[];
    readonly iterator: string | null;
    readonly done: boolean;
  }>,
  limit: number = PAGE,
): AsyncGenerator<Row, void> {
  let next: string | null = null;
  for (;;) {
    const { results, iterator, done } = await read(next === null ? { limit } : { limit, iterator: next });
    yield* results;
    if (done || iterator === null) return;
    next = iterator;
  }
}
