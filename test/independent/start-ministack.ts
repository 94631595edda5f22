import { type PythonServer, SERVER_ACCOUNT, startPythonServer } from './start-python-server.ts';

const SERVER = `
import asyncio, os, sys
os.environ['GATEWAY_PORT'] = sys.argv[1]
from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack.app import app
config = Config()
config.bind = ['127.0.0.1:' + sys.argv[1]]
asyncio.run(serve(app, config))
`;

/** Starts MiniStack, which runs what it is given: schedules and state machines too. */
export function startMiniStack(): Promise<PythonServer> {
  return startPythonServer({
    name: 'MiniStack',
    requirement: 'ministack',
    program: SERVER,
    env: { MINISTACK_HOST: '127.0.0.1', LOG_LEVEL: 'ERROR', MINISTACK_ACCOUNT_ID: SERVER_ACCOUNT },
    ready: '/_ministack/health',
  });
}
