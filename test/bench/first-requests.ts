import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HttpEvent } from '../../lib/platform/http/index.ts';
import { httpEvent } from '../support/http-event.ts';
import type { TimedImport } from './imports.ts';

/** A request that a new instance of a function gets, and the status that it is answered with by an empty table. */
interface FirstRequest {
  readonly what: string;
  readonly name: string;
  readonly event: HttpEvent;
  readonly status: number;
}

const ID = '01JZ00000000000000000000';

/** What callers wait for most, by the functions with the most code. */
export const FIRST_REQUESTS: readonly FirstRequest[] = [
  {
    what: 'read a job',
    name: 'api-jobs',
    event: httpEvent('GET /v1/jobs/{id}', { params: { id: `job_${ID}00` } }),
    status: 404,
  },
  {
    what: 'dispatch an order',
    name: 'api-dispatch',
    event: httpEvent('POST /v1/order/{id}/autodispatch', { params: { id: `ord_${ID}00` } }),
    status: 404,
  },
  {
    what: 'cancel a job',
    name: 'api-jobs',
    event: httpEvent('POST /v1/jobs/{jobId}/cancel', { params: { jobId: `job_${ID}00` } }),
    status: 404,
  },
];

const REQUEST_ONCE = `
const [file, event] = process.argv.slice(1);
const began = process.cpuUsage();
require(file).handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000 }).then(({ statusCode }) => {
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(JSON.stringify({ status: statusCode, milliseconds: (user + system) / 1000 }));
  process.exit(0);
});
`;

/**
 * Milliseconds of processor time from the start of a function's code to the answer of its first request, in `rounds` fresh
 * processes. Throws when the answer has another status than the request names.
 */
export async function timeFirstRequest(
  { name, event, status }: FirstRequest,
  { moduleUrl, environment }: TimedImport,
  rounds: number,
): Promise<readonly number[]> {
  const table = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(table, 'listening');
  const url = `http://127.0.0.1:${(table.address() as AddressInfo).port}`;
  const times: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=commonjs', '-e', REQUEST_ONCE, fileURLToPath(moduleUrl), JSON.stringify(event)],
        { env: { ...environment, AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_DYNAMODB: url } },
      );
      // Its log comes before.
      const answered = JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1)) as {
        readonly status: number;
        readonly milliseconds: number;
      };
      if (answered.status !== status) throw new Error(`${name} answered ${answered.status}, not ${status}.`);
      times.push(answered.milliseconds);
    }
  } finally {
    table.closeAllConnections();
    table.close();
  }
  return times;
}
