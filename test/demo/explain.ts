import type { WriteStream } from 'node:tty';
import type { DemoTarget } from './api.ts';

/** Explains what the demo does, step by step, if somebody is watching. */
export interface Explanation {
  /** A step: its purpose, the call, and the ids that it returned. */
  step(purpose: string, call: string, ...ids: readonly string[]): void;
  /** A command line that makes this call again. */
  replay(method: string, path: string, body?: object): void;
}

/** Writes each step as a line; to a pipe without the calls and ids, which are for people who look them up. */
export function explanation(
  output: Pick<WriteStream, 'write' | 'isTTY'>,
  { baseUrl, apiKey }: DemoTarget,
): Explanation {
  const write = (line: string) => {
    if (output.isTTY) output.write(`${line}\n`);
  };
  return {
    step(purpose, call, ...ids) {
      if (!output.isTTY && purpose !== '') output.write(`${purpose}\n`);
      write(
        `${purpose.padEnd(44)} ${call}${ids.length > 0 ? `\n${' '.repeat(45)}-> ${ids.join(', ')}` : ''}`,
      );
    },
    replay(method, path, body) {
      const quoted = body && `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
      write(
        [
          `curl -sS${method === 'GET' ? '' : ` -X ${method}`} -H 'Authorization: Bearer ${apiKey}'`,
          ...(quoted ? [`-H 'Content-Type: application/json' -d ${quoted}`] : []),
          `${baseUrl}${path}`,
        ].join(' '),
      );
    },
  };
}
