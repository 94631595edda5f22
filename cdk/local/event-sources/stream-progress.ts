import type { StreamPosition } from '../dynamodb/index.ts';

/** What was read of a stream: the function need not see it, or has done it, or has not yet. */
interface Read {
  readonly position: StreamPosition;
  readonly done: boolean;
}

/** How far a mapping has come in its stream. */
export interface StreamProgress {
  /** Takes the records that were read next. */
  add(read: Read): void;
  /** Passes everything before the first unfinished record. */
  settle(): void;
  /** The last that was read and not passed yet. */
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
