/**
 * `npm run bench:bill`: the cost of a day of a million orders at list prices; exit code 1 when the bound is exceeded.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { billInFull, MONTHS } from './bill-in-full.ts';
import { billOf, lookUpsOf, MAX_DOLLARS_A_DAY, MAX_INSIGHT_DOLLARS_A_DAY, ORDERS_A_DAY } from './bill-of.ts';
import { measureOrders } from './measure-orders.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-bill-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0, logLevel: 'INFO' });
const measured = await measureOrders(directory.path);
const { causes, dollarsADay, insightDollarsADay } = billOf(measured);
const million = (dollars: number) => Number(((dollars * ORDERS_A_DAY) / 1_000_000).toFixed(1));
console.log(
  tableOf(
    ['cause', 'write units', 'read units', 'invocations', 'queue requests', '$ a million orders'],
    causes.map(({ cause, perOrder, dollarsPerMillion }) => [
      cause,
      Number(perOrder.writeUnits.toFixed(1)),
      Number(perOrder.readUnits.toFixed(1)),
      Number(perOrder.invocations.toFixed(1)),
      Number(perOrder.queueRequests.toFixed(1)),
      million(dollarsPerMillion),
    ]),
  ),
);
console.log(
  `\n${measured.orders} orders with ${measured.attempts} attempts and ${measured.webhooks} webhooks; prices of ${PRICES.date}, ${PRICES.region}.`,
);
const isWithin = dollarsADay <= MAX_DOLLARS_A_DAY && insightDollarsADay <= MAX_INSIGHT_DOLLARS_A_DAY;
console.log(
  `A day of ${ORDERS_A_DAY.toLocaleString('en')} orders: $${dollarsADay.toFixed(0)} (bound $${MAX_DOLLARS_A_DAY}, of which insights $${insightDollarsADay.toFixed(1)}, bound $${MAX_INSIGHT_DOLLARS_A_DAY}${isWithin ? '' : ', BROKEN'}).`,
);
const full = billInFull(measured);
const rounded = (dollars: number) => Number(dollars.toFixed(1));
const total = MONTHS.map((_, index) => full.reduce((sum, { dollars }) => sum + dollars[index]!, 0));
console.log(
  '\nBeside that total, in dollars a day, when a million orders a day have come for so many months:\n',
);
console.log(
  tableOf(
    ['line', ...MONTHS.map((month) => `month ${month}`)],
    [...full, { line: 'together', dollars: total }].map(({ line, dollars }) => [
      line,
      ...dollars.map(rounded),
    ]),
  ),
);
const { allNew, allKept } = lookUpsOf(ORDERS_A_DAY);
console.log(
  `Besides, if their dropoffs are given as lines: $${allNew.toFixed(0)} for looking up ${ORDERS_A_DAY.toLocaleString('en')} new addresses, $${allKept.toFixed(2)} for addresses that are kept.`,
);
if (process.env.BY_FUNCTION)
  for (const [name, { usage }] of measured.functions)
    if (usage.invocations) console.log(name, JSON.stringify(usage));
process.exitCode = isWithin ? 0 : 1;
