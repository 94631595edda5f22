import { type PythonServer, startPythonServer } from './start-python-server.ts';

const SERVER = `
import sys
from moto.server import main
main(['-H', '127.0.0.1', '-p', sys.argv[1]])
`;

/** With state machines that run, and functions that answer without Docker. */
const RUNNING = `
from moto.core.config import default_user_config as config
config['stepfunctions'] = {'execute_state_machine': True}
config['lambda'] = {'use_docker': False}
${SERVER}`;

/** Starts moto. With `runs`, state machines and functions run, but its CloudFormation makes others, which nobody sees. */
export function startMoto({ runs = true } = {}): Promise<PythonServer> {
  return startPythonServer({
    name: 'moto',
    requirement: 'moto[all,server]',
    program: runs ? RUNNING : SERVER,
    ready: '/moto-api/data.json',
  });
}
