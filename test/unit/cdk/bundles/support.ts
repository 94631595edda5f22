import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../../../cdk/build-functions.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Bundles source text as functions are bundled. Returns the file. */
export async function bundleText(contents: string): Promise<string> {
  const file = join(temporaryDirectory('bundle'), 'index.cjs');
  await build({ ...BUNDLE_OPTIONS, stdin: { contents, resolveDir: ROOT }, outfile: file });
  return file;
}

/** The output of a bundle, and the headers of the last request that it sent. */
export interface BundleRun {
  readonly printed: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Bundles source text and runs it with what Lambda provides and nothing else: no home directory, no profile, no
 * metadata service. Its calls of AWS are answered with `reply`.
 */
export async function runBundle(contents: string, reply: unknown): Promise<BundleRun> {
  const file = await bundleText(contents);
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    headers = request.headers;
    request.resume();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_SESSION_TOKEN: 'token-of-the-role',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    });
    return { printed: stdout.trim(), headers };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
