/** Where a page of messages or attempts begins: after this item, going to older or to newer ones. */
export interface Position {
  readonly at: string;
  readonly id: string;
  /** `older` follows `iterator`, `newer` follows `prevIterator`. */
  readonly towards: 'older' | 'newer';
}

/** A page, newest first, with the positions around it. */
export interface Page<Row> {
  readonly results: readonly Row[];
  /** Send it back for the next, older page; null at the end. */
  readonly iterator: string | null;
  /** Send it back for newer items; null on an empty page. */
  readonly prevIterator: string | null;
  readonly done: boolean;
}

/** Reads an iterator that a caller sent back; undefined when it is none of ours. */
export function readPosition(iterator: string): Position | undefined {
  const [towards, at, id, ...rest] = Buffer.from(iterator, 'base64url').toString('utf8').split('|');
  if ((towards !== 'older' && towards !== 'newer') || !at || !id || rest.length > 0) return undefined;
  return { towards, at, id };
}

function writePosition({ towards, at, id }: Position): string {
  return Buffer.from([towards, at, id].join('|')).toString('base64url');
}

/** Cuts a page out of rows that are newest first. */
export function pageOf<Row extends { at: string; id: string }>(
  rows: readonly Row[],
  limit: number,
  position: Position | undefined,
): Page<Row> {
  const key = ({ at, id }: { at: string; id: string }) => `${at}|${id}`;
  const beyond = position
    ? rows.filter((row) =>
        position.towards === 'older' ? key(row) < key(position) : key(row) > key(position),
      )
    : rows;
  const results = position?.towards === 'newer' ? beyond.slice(-limit) : beyond.slice(0, limit);
  const last = results.at(-1);
  const first = results[0];
  const done = last === undefined || rows.at(-1) === last;
  return {
    results,
    iterator: last && !done ? writePosition({ ...last, towards: 'older' }) : null,
    prevIterator: first ? writePosition({ ...first, towards: 'newer' }) : null,
    done,
  };
}
