import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { byArea, byFile, findCircles } from '../support/boundaries/find-circles.ts';
import { importsOf, readSources } from '../support/boundaries/read-imports.ts';
import { brokenRules, importRules } from '../support/boundaries/rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const rules = importRules(Object.keys(dependencies));

/** What is wrong with a file with this text. Exceptions that only the real tree needs are left out. */
function complaintsAbout(file: string, ...lines: string[]): readonly string[] {
  const sources = [{ file, text: lines.join('\n') }];
  const complaints = brokenRules(sources, sources.flatMap(importsOf), rules);
  return complaints.filter((complaint) => !complaint.startsWith('The exception'));
}

test('every import keeps to the boundaries of ARCHITECTURE "Direction of imports"', () => {
  const sources = readSources(ROOT, ['cdk', 'functions', 'lib', 'test']);
  expect(brokenRules(sources, sources.flatMap(importsOf), rules)).toEqual([]);
});

test('no files and no areas import each other in a circle', () => {
  const imports = readSources(ROOT, ['cdk', 'functions', 'lib', 'test']).flatMap(importsOf);
  expect(findCircles(imports, byFile)).toEqual([]);
  expect(findCircles(imports, byArea)).toEqual([]);
});

test('a circle is found through others and by types alone, and what only leads to it is not part of it', () => {
  const imports = [
    { file: 'lib/ordering/orders/a.ts', text: "import { b } from '../../fulfilment/jobs/b.ts';" },
    { file: 'lib/fulfilment/jobs/b.ts', text: "import type { C } from '../quotes/c.ts';" },
    { file: 'lib/fulfilment/quotes/c.ts', text: "import type { D } from '../../ordering/orders/d.ts';" },
    { file: 'lib/fleet/routes/e.ts', text: "import { d } from '../../ordering/orders/d.ts';" },
    { file: 'functions/api/orders/f.ts', text: "import { g } from './g.ts';" },
    { file: 'functions/api/orders/g.ts', text: "import type { F } from './f.ts';" },
  ].flatMap(importsOf);
  expect(findCircles(imports, byArea)).toEqual([
    ['lib/fulfilment/jobs', 'lib/fulfilment/quotes', 'lib/ordering/orders'],
  ]);
  expect(findCircles(imports, byFile)).toEqual([['functions/api/orders/f.ts', 'functions/api/orders/g.ts']]);
});

test.each([
  ['lib/ordering/orders/order.ts', "import { bookWindow } from '../windows/book.ts';", 'entered through its'],
  [
    'lib/ordering/orders/order.ts',
    "export type { Window } from '../windows/window.ts';",
    'entered through its',
  ],
  ['lib/ordering/orders/rules/times.ts', "await import('../../windows/window.ts');", 'entered through its'],
  [
    'lib/ordering/orders/order.ts',
    "import { readJob } from '../../fulfilment/jobs/index.ts';",
    'rooms below it',
  ],
  [
    'lib/places/zones/zone.ts',
    "import type { Order } from '../../ordering/orders/index.ts';",
    'rooms below it',
  ],
  [
    'lib/platform/events/route.ts',
    "import { readOrder } from '../../ordering/orders/index.ts';",
    'rooms below',
  ],
  ['lib/fulfilment/dispatch/claims/a.ts', "import { b } from '../attempts/b.ts';", 'those below it only'],
  ['lib/fulfilment/dispatch/events.ts', "import { b } from './choice/b.ts';", 'those below it only'],
  ['lib/fulfilment/dispatch/batches/a.ts', "import { b } from '../choice/b.ts';", 'those below it only'],
  ['lib/engines/travel/a.ts', "import { Table } from '../../platform/table/index.ts';", 'Engines are pure'],
  [
    'lib/platform/core/ids.ts',
    "import { Table } from '../table/index.ts';",
    'The foundation of the platform',
  ],
  ['lib/platform/table/table.ts', "import { coreDeps } from '../runtime/index.ts';", 'The foundation of the'],
  [
    'lib/ordering/orders/order.ts',
    "import { notFound } from '../../platform/http/index.ts';",
    'knows no HTTP',
  ],
  ['lib/platform/audit/audit.ts', "import type { Caller } from '../http/index.ts';", 'knows no HTTP'],
  [
    'lib/ordering/orders/order.ts',
    "import { handler } from '../../../functions/workers/a.ts';",
    'cdk -> functions -> lib',
  ],
  ['functions/workers/a.ts', "import '../../cdk/app.ts';", 'cdk -> functions -> lib'],
  ['cdk/app.ts', "import { testTable } from '../test/support/test-table.ts';", 'cdk -> functions -> lib'],
  ['functions/api/a/b.ts', "import { c } from '../d/c.ts';", 'meet others in lib only'],
  ['functions/workers/a.ts', "import { b } from './b.ts';", 'meet others in lib only'],
  [
    'lib/ordering/orders/order.ts',
    "import { SQSClient } from '@aws-sdk/client-sqs';",
    'elsewhere it is a port',
  ],
  ['functions/workers/a.ts', "import { App } from 'aws-cdk-lib';", 'Only cdk and the tests know the CDK'],
  ['lib/ordering/orders/order.ts', "import fc from 'fast-check';", 'only packages under "dependencies"'],
  ['functions/console/kit/chart-engine.ts', "import 'axe-core/axe.css';", '`npm ci --omit=dev` installs'],
  ['cdk/local/cloud.ts', "await import('playwright-core');", '`npm ci --omit=dev` installs'],
  ['cdk/stacks/a.ts', "import { clock } from '../local/clock.ts';", 'know neither the local cloud'],
  ['test/demo/a.ts', "import { Table } from '../../lib/platform/table/index.ts';", 'by HTTP only'],
  [
    'lib/ordering/orders/order.ts',
    "const item = { pk: 'a#order#b' };",
    'Only lib/platform/table builds keys',
  ],
])('%s with "%s" is refused', (file, line, rule) => {
  const complaints = complaintsAbout(file, line);
  expect(complaints.some((complaint) => complaint.startsWith(file) && complaint.includes(rule))).toBe(true);
});

test.each([
  ['lib/ordering/orders/rules/times.ts', "import { show } from '../assessment/show.ts';"],
  ['lib/fulfilment/dispatch/attempts/a.ts', "import { b } from '../choice/b.ts';"],
  ['lib/fulfilment/dispatch/rules/a.ts', "import { b } from '../refusals.ts';"],
  ['lib/fulfilment/dispatch/index.ts', "export { b } from './orders/b.ts';"],
  ['lib/ordering/orders/order.ts', "import {\n  type Job,\n  readJob,\n} from '../windows/index.ts';"],
  ['lib/fulfilment/jobs/job.ts', "import type { Order } from '../../ordering/orders/index.ts';"],
  ['lib/engines/travel/a.ts', "import { DELIVERY_STATUSES } from '../vocabulary/index.ts';"],
  ['lib/ordering/orders/order.ts', "import type { Instant } from '../../platform/core/clock.ts';"],
  ['lib/engines/geocoding/amazon-places.ts', "import { GeoPlacesClient } from '@aws-sdk/client-geo-places';"],
  ['functions/api/a/b.ts', "import { orderReply } from '../orders/order-reply.ts';"],
  ['functions/workers/index.ts', "import { worker } from './a.ts';"],
  ['lib/ordering/orders/order.ts', '// The key (pk, sk) is made by the table.'],
  [
    'test/unit/lib/ordering/orders/order.test.ts',
    "import { show } from '../../../../../lib/ordering/orders/rules/show.ts';",
  ],
])('%s with "%s" is fine', (file, line) => {
  expect(complaintsAbout(file, line)).toEqual([]);
});

test('an exception that nothing needs any more is reported', () => {
  const complaints = brokenRules([], [], rules);
  expect(complaints).toContainEqual(
    expect.stringMatching(/^The exception for lib\/client\/ .* is not needed/),
  );
});
