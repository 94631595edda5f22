import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynoxideBinary } from './dynoxide-binary.ts';

/** Place of the data: a folder that goes with the server, a folder that stays, or an external DynamoDB. */
export type DynamoDbStore =
  | { readonly temporary: true }
  | { readonly directory: string }
  | { readonly endpoint: string };

/** A running DynamoDB. */
export interface DynamoDbServer {
  /** `http://127.0.0.1:<port>`; any region and any credentials are accepted. */
  readonly endpoint: string;
  /** The SQLite file, if this process owns one. */
  readonly databaseFile: string | undefined;
  /** Resolves with the problem when the server ends without a call of `stop`. */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

/** How often another port is tried after the chosen one was taken in between. */
const START_ATTEMPTS = 5;
/** The server is up in 10 ms; a busy laptop gets a thousand times that. */
const START_TIMEOUT_MS = 10_000;

/**
 * Runs the server and ends it however this process ends, kill -9 included: the shell's standard input is a pipe from
 * this process, and the system closes it. The server commits each write before it answers, so killing it loses nothing.
 * A temporary folder goes with the server.
 */
const GUARDED_RUN = `
temporary=$1
shift
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r _ <&3; kill -9 $server; } 2>/dev/null &
guard=$!
# The shell reports the end of a killed server to a parent that may be gone too.
trap '' PIPE
wait $server
code=$?
kill $guard 2>/dev/null
[ -z "$temporary" ] || rm -rf "$temporary"
exit $code
`;

/**
 * Starts a DynamoDB on a free loopback port, in about 10 ms. A temporary one has a file too: the server's own memory
 * cannot be given the index of `createStreamIndex`, and 10,000 writes take ten times as long each without it.
 *
 * In a test alone: `const dynamoDb = await startDynamoDb({ temporary: true })`, then `new DynamoDBClient({ endpoint:
 * dynamoDb.endpoint, region, credentials })`, and at the end `await dynamoDb.stop()`. Throws when the platform has no
 * binary or the data is damaged.
 */
export async function startDynamoDb(store: DynamoDbStore): Promise<DynamoDbServer> {
  if ('endpoint' in store) {
    return {
      endpoint: store.endpoint.replace(/\/+$/, ''),
      databaseFile: undefined,
      failed: new Promise(() => undefined),
      stop: async () => undefined,
    };
  }
  const binary = dynoxideBinary();
  const kept = 'directory' in store ? store.directory : undefined;
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    // The folder of a server that did not start is gone with it.
    const directory = kept ?? mkdtempSync(join(tmpdir(), 'dynamodb-'));
    const databaseFile = join(directory, 'dynamodb.sqlite');
    const port = String(await findFreePort());
    const place = ['--host', '127.0.0.1', '--port', port, '--db-path', databaseFile];
    const start = () => run([binary, 'serve', ...place], kept === undefined ? directory : '');
    const started = await start();
    if (started.ok) {
      const again = kept === undefined ? undefined : start;
      return { endpoint: `http://127.0.0.1:${port}`, databaseFile, ...keptRunning(started, again) };
    }
    if (!/already in use/i.test(started.output) || attempt === START_ATTEMPTS) {
      throw new Error(startFailure(databaseFile, started.output));
    }
  }
}

/** How often a server that ends by itself is started again before the cloud gives up. */
const MAX_RESTARTS = 5;

/**
 * Starts a server again, on its port, when it ends by itself. The server commits each write before it answers, so
 * that what it acknowledged is in its file; a temporary one has lost everything and has failed.
 */
function keptRunning(
  first: Extract<Run, { ok: true }>,
  again: (() => Promise<Run>) | undefined,
): Pick<DynamoDbServer, 'failed' | 'stop'> {
  let current = first;
  let restarts = 0;
  let isStopped = false;
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  const watch = (running: Extract<Run, { ok: true }>) => {
    void running.failed.then(async (error) => {
      if (isStopped) return;
      if (!again || restarts === MAX_RESTARTS) return fail(error);
      restarts += 1;
      process.stderr.write(`${error.message}. It is started again; nothing that it acknowledged is lost.\n`);
      const started = await again();
      if (!started.ok) return fail(new Error(`${error.message}. It did not start again: ${started.output}`));
      current = started;
      if (isStopped) await started.stop();
      else watch(started);
    });
  };
  watch(first);
  return {
    failed,
    stop() {
      isStopped = true;
      return current.stop();
    },
  };
}

function startFailure(databaseFile: string | undefined, output: string): string {
  const reason = output.trim().split('\n').at(-1) || 'it ended without any output';
  return databaseFile && /not a valid SQLite|malformed|corrupt/i.test(output)
    ? `The local database ${databaseFile} is damaged: start with --fresh, or remove the file (${reason}).`
    : `The local DynamoDB does not start: ${reason}`;
}

type Run =
  | { readonly ok: true; readonly failed: Promise<Error>; stop(): Promise<void> }
  | { readonly ok: false; readonly output: string };

/** Runs a command; the folder `temporary`, if any, is removed when it ends. */
function run(command: readonly string[], temporary: string): Promise<Run> {
  // Its own process group: Ctrl-C in the terminal is ours to handle, in our order.
  const child = spawn('/bin/sh', ['-c', GUARDED_RUN, 'dynamodb', temporary, ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {},
  });
  let output = '';
  let up = false;
  let stopping = false;
  let fail: (error: Error) => void;
  const failed = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  const stop = async () => {
    stopping = true;
    keepAlive(child, true);
    child.stdin.destroy();
    await ended;
  };
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      output += `it was not up within ${START_TIMEOUT_MS} ms`;
      void stop();
    }, START_TIMEOUT_MS);
    child.stdin.on('error', () => undefined);
    const read = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4096);
      if (up || !output.includes('listening on')) return;
      up = true;
      clearTimeout(timer);
      keepAlive(child, false);
      resolve({ ok: true, failed, stop });
    };
    child.stderr.on('data', read);
    child.stdout.on('data', read);
    void ended.then(() => {
      clearTimeout(timer);
      resolve({ ok: false, output });
      if (!stopping)
        fail(new Error(`The local DynamoDB ended by itself: ${output.trim() || 'no reason given'}`));
    });
  });
}

/** A running server does not keep this process alive; a stopping server does, until it has ended. */
function keepAlive(child: ChildProcess, on: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    if (handle instanceof Socket || handle === child) handle[on ? 'ref' : 'unref']();
  }
}

/** The binary cannot report which port it got for port 0, so one is found for it. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
