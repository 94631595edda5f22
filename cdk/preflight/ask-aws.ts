import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Asks AWS something that changes nothing: the reply of `aws <service> <operation>`. Throws an `AwsRefusal` when AWS
 * refuses or cannot be reached.
 */
export type AskAws = (
  service: string,
  operation: string,
  options?: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** What the AWS CLI said instead of a reply. */
export class AwsRefusal extends Error {
  /** Code of the error, such as `ParameterNotFound`; undefined when there was no answer. */
  readonly code: string | undefined;

  constructor(said: string) {
    super(said.trim());
    this.code = /An error occurred \((\w+)\)/.exec(said)?.[1];
  }
}

/** The AWS CLI of this machine, in this region. */
export function awsCli(region: string): AskAws {
  return async (service, operation, options = {}) => {
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const args = [service, operation, ...given, '--region', region, '--output', 'json'];
    try {
      const { stdout } = await run('aws', args, { env: { ...process.env, AWS_PAGER: '' }, maxBuffer: 1e8 });
      return JSON.parse(stdout);
    } catch (error) {
      if (isMissing(error)) throw new Error('Install the AWS CLI, with which the account is looked at.');
      throw new AwsRefusal(saidBy(error));
    }
  };
}

const run = promisify(execFile);

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function saidBy(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
}
