import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Runs Schemathesis over every operation of a running local cloud, with the key of its demo organization:
 * `npm run test:fuzz -- --include-path /v1/routes` passes arguments on. The check does not run it.
 */

/** What every reply must be, whatever was sent. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];

/** These can end the key of the run, whose id other replies show: they come last, or all others answer 401. */
const ENDS_KEYS = '/api-keys/';

const folder = process.env.DATA_DIR ?? '.local';
const { baseUrl, apiKey, organizationId } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly organizationId: string;
};

/** Whether Schemathesis found nothing to report. */
function fuzz(...which: readonly string[]): boolean {
  const { status, error } = spawnSync(
    'schemathesis',
    [
      'run',
      `${baseUrl}/openapi.json`,
      '--header',
      `Authorization: Bearer ${apiKey}`,
      // An invented organization would be refused before anything else is looked at.
      '--header',
      `X-Org-Id: ${organizationId}`,
      '--phases',
      'examples,coverage,fuzzing',
      '--checks',
      CHECKS.join(','),
      '--request-timeout',
      '30',
      '--warnings',
      'off',
      '--generation-database',
      'none',
      ...which,
      ...process.argv.slice(2),
    ],
    // It keeps what it found beside the data.
    { stdio: 'inherit', cwd: folder },
  );
  if (error) console.error(`${error.message}. Install it with: pip install schemathesis`);
  return status === 0;
}

const outcomes = [fuzz('--exclude-path-regex', ENDS_KEYS), fuzz('--include-path-regex', ENDS_KEYS)];
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
