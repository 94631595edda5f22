import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of the DynamoDB server's binary for this machine.
 *
 * Throws one sentence with the way out when there is none for this platform.
 */
export function dynoxideBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@dynoxide/${platform}-${arch}`;
  let directory: string | undefined;
  try {
    directory = dirname(require.resolve(`${name}/package.json`));
  } catch {
    // Not installed: npm skips an optional dependency of another platform.
  }
  const binary = directory && join(directory, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  if (!binary || !existsSync(binary)) {
    throw new Error(
      `There is no local DynamoDB for ${platform}-${arch} (package ${name} is not installed): ` +
        'set DYNAMODB_ENDPOINT to the address of any DynamoDB endpoint, such as http://127.0.0.1:8000 of DynamoDB Local, and start again.',
    );
  }
  makeExecutable(binary);
  return binary;
}

/** Some installers drop the executable bit; a read-only installation stays as it is. */
function makeExecutable(binary: string): void {
  try {
    chmodSync(binary, 0o755);
  } catch {
    // Not ours to change; starting it will show.
  }
}
