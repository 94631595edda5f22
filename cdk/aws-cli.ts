import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Calls AWS: the reply of `aws <service> <operation>` with these options, where true stands for one without a value. Throws
 * an `AwsRefusal` when AWS refuses or cannot be reached.
 */
export type CallAws = (
  service: string,
  operation: string,
  options?: Readonly<Record<string, string | true>>,
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
export function awsCli(region: string): CallAws {
  return async (service, operation, options = {}) => {
    const given = Object.entries(options).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, value],
    );
    const args = [service, operation, ...given, '--region', region, '--output', 'json'];
    try {
      const { stdout } = await run('aws', args, { env: { ...process.env, AWS_PAGER: '' }, maxBuffer: 1e8 });
      return stdout.trim() === '' ? {} : JSON.parse(stdout);
    } catch (error) {
      if (isMissing(error)) throw new Error('Install the AWS CLI: this tool works through it.');
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
