import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** AWS as another project has it: its own process, its state gone with it. */
export interface PythonServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** What to start. */
export interface ServerProgram {
  /** Name of its package. */
  readonly name: string;
  /** What `pip install` is given. */
  readonly requirement: string;
  /** Python that serves at the port that its first argument names. */
  readonly program: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A path that answers once it is up. */
  readonly ready: string;
}

/** The Python that has the servers. */
export const serverPython = (): string => process.env.PYTHON ?? 'python3';

/** The account that everything in the servers belongs to. */
export const SERVER_ACCOUNT = '123456789012';

const START_TIMEOUT_MS = 60_000;

/**
 * Starts a server on a free loopback port, by the Python of `PYTHON` or `python3`. Throws with the way out when its
 * package is not installed.
 */
export async function startPythonServer(server: ServerProgram): Promise<PythonServer> {
  const port = String(await freePort());
  const child = spawn(serverPython(), ['-c', server.program, port], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_DEFAULT_REGION: 'us-east-1',
      ...server.env,
    },
  });
  const endsWithParent = () => child.kill('SIGKILL');
  process.once('exit', endsWithParent);
  const stop = async () => {
    process.off('exit', endsWithParent);
    if (isRunning(child)) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  };
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  child.on('error', (error) => {
    said = error.message;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await setTimeout(100)) {
    if (await answers(endpoint + server.ready)) return { endpoint, stop };
    if (!isRunning(child)) break;
  }
  await stop();
  throw new Error(
    `${server.name} did not start: ${said.trim()}\n` +
      `Install it with \`pip install '${server.requirement}'\` and set PYTHON to the Python that has it, if that is not python3.`,
  );
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
