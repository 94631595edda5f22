import type { StreamPosition } from '../dynamodb/index.ts';

/** State of a record that was read: not for the function, done, or not yet done. */
interface Read {
  readonly position: StreamPosition;
  readonly done: boolean;
}

/** The progress of a mapping in its stream. */
export interface StreamProgress {
  /** Takes the records that were read next. */
  add(read: Read): void;
  /** Passes everything before the first unfinished record. */
  settle(): void;
  /** The last record that was read and not yet passed. */
  last(): StreamPosition | undefined;
}

/** Starts with nothing read. `passed` is called with each position up to which everything is done. */
export function createStreamProgress(passed: (position: StreamPosition) => void): StreamProgress {
  /** In the order of the stream. */
  const outstanding: Read[] = [];
  return {
    add: (read) => void outstanding.push(read),
    settle() {
      let settled = 0;
      while (outstanding[settled]?.done) settled += 1;
      if (settled === 0) return;
      const { position } = outstanding[settled - 1]!;
      outstanding.splice(0, settled);
      passed(position);
    },
    last: () => outstanding.at(-1)?.position,
  };
}
