import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** AWS as moto has it: its own process, its state gone with it. */
export interface Moto {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** The account that everything in moto belongs to. */
export const MOTO_ACCOUNT = '123456789012';

/** Moto's server with state machines that run, and functions that answer without Docker. */
const PROGRAM = `
import sys
from moto.core.config import default_user_config as config
config['stepfunctions'] = {'execute_state_machine': True}
config['lambda'] = {'use_docker': False}
from moto.server import main
main(['-H', '127.0.0.1', '-p', sys.argv[1]])
`;

const START_TIMEOUT_MS = 60_000;

/**
 * Starts moto on a free loopback port, by the Python of `PYTHON` or `python3`. Throws with the way out when it is not
 * installed.
 */
export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const child = spawn(process.env.PYTHON ?? 'python3', ['-c', PROGRAM, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_DEFAULT_REGION: 'us-east-1',
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
    if (await answers(endpoint)) return { endpoint, stop };
    if (!isRunning(child)) break;
  }
  await stop();
  throw new Error(
    `moto did not start: ${said.trim()}\n` +
      "Install it with `pip install 'moto[all,server]'` and set PYTHON to the Python that has it, if that is not python3.",
  );
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;

async function answers(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(`${endpoint}/moto-api/data.json`)).ok;
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
