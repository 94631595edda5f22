import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverPython } from './start-python-server.ts';
import type { Template } from './without-resources.ts';

/** The CDK names dependencies that references imply. */
const IGNORED = 'W3005';

/**
 * What cfn-lint finds in templates, by its schemas of all types and their properties. Throws with the way out when it is
 * not installed.
 */
export function lintTemplates(templates: readonly Template[]): readonly string[] {
  using directory = mkdtempDisposableSync(`${tmpdir()}/lint-`);
  const files = templates.map((template, index) => {
    const file = join(directory.path, `${index}.json`);
    // With line breaks, so that a finding has a line.
    writeFileSync(file, JSON.stringify(template, null, 1));
    return file;
  });
  const program = 'import sys\nfrom cfnlint.runner import main\nsys.exit(main())';
  const args = ['-c', program, '--format', 'parseable', '--regions', 'us-east-1', '--ignore-checks', IGNORED];
  const { status, stdout, stderr } = spawnSync(serverPython(), [...args, '--', ...files], {
    encoding: 'utf8',
  });
  const findings = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 && findings.length === 0)
    throw new Error(
      `cfn-lint did not run: ${stderr.trim().slice(-500)}\nInstall it with \`pip install 'cfn-lint>=1.58'\`.`,
    );
  return findings;
}
