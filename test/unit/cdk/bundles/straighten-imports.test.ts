import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { straightenImports } from '../../../../cdk/bundles/straighten-imports.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const straightened = (source: string) => straightenImports(join(ROOT, 'functions/api/jobs/one.ts'), source);

test('imports go to the modules that declare what they name, types to none', () => {
  const source = `import {
  findJob as find,
  type JobDeps,
  jobNotFound,
} from '../../../lib/fulfilment/dispatch/index.ts';
find();`;
  expect(straightened(source)).toBe(
    "import { findJob as find } from '../../../lib/fulfilment/dispatch/find-job.ts'; " +
      "import { jobNotFound as jobNotFound } from '../../../lib/fulfilment/dispatch/refusals.ts';\nfind();",
  );
});

test.each([
  "import { commit } from '../../../lib/platform/core/commit.ts';",
  "import type { JobDeps } from '../../../lib/fulfilment/dispatch/index.ts';",
  "import * as z from 'zod';",
])('%s stays', (source) => {
  expect(straightened(source)).toBe(source);
});
