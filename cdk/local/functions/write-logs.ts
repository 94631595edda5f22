import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** Where functions print. */
export interface FunctionLogs {
  /** Printer for one function. */
  of(functionName: string): (text: string) => void;
  close(): Promise<void>;
}

/**
 * Writes the output of functions to `<dataDirectory>/logs/<function>.log`; without a directory nothing is written.
 * `echo` receives the text as well.
 */
export function writeLogs(
  dataDirectory: string | undefined,
  echo?: (functionName: string, text: string) => void,
): FunctionLogs {
  const streams = new Map<string, WriteStream>();
  const directory = dataDirectory === undefined ? undefined : join(dataDirectory, 'logs');
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const open = (name: string) => {
    if (directory === undefined) return undefined;
    const stream = streams.get(name) ?? createWriteStream(join(directory, `${name}.log`), { flags: 'a' });
    streams.set(name, stream);
    return stream;
  };
  return {
    of: (functionName) => (text) => {
      open(functionName)?.write(text);
      echo?.(functionName, text);
    },
    async close() {
      await Promise.all(
        [...streams.values()].map((stream) => new Promise<void>((resolve) => stream.end(resolve))),
      );
    },
  };
}
