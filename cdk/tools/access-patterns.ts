import {
  type DescribedKey,
  describeField,
  describeKey,
  type Entity,
  TABLE_SHAPE,
} from '../../lib/platform/table/index.ts';
import { areaOf, collectUnits, type Found } from './collect-units.ts';
import { defineGenerator } from './generator.ts';
import { atPeak, HOT_KEYS, MOST_A_SECOND, PEAK_LIST_SHARDS, PEAK_ORDERS_PER_SECOND } from './hot-keys.ts';
import { markdownTable } from './markdown-table.ts';

const { list: LIST, lookup: LOOKUP } = TABLE_SHAPE;

const HEAD = `# Access patterns

Generated from the \`defineEntity\` values by \`npm run generate\`. Field names are in braces. A read unit is 4 kB read
with strong consistency, or 8 kB read with eventual consistency; a write unit is 1 kB. Each is rounded up per call, and per
item where items are read or written one by one. Members of a transaction cost twice.
`;

const WRITES = `
## Writes

Every write has a condition on the item's absence or version. Sizes are those of the stored item. \`list\` and
\`lookup\` are the additional cost of the indexes when the row or the looked-up value is new or changed: one more unit if
it moves to another key, none if it is unchanged.
`;

const HOT = `
## Hot keys

What orders of one organization share, at ${PEAK_ORDERS_PER_SECOND} orders a second: five times the mean of a day of a million orders. A partition
takes 3,000 read and 1,000 write units a second; half of that is the bound (${MOST_A_SECOND.readUnits.toLocaleString('en')} and ${MOST_A_SECOND.writeUnits}). Lists of orders and jobs are
counted with ${PEAK_LIST_SHARDS} partitions, as an organization of that size needs (\`set-limits --list-shards\` in
[OPERATIONS.md](../../../cdk/OPERATIONS.md)). \`test/simulation/hot-keys.test.ts\` measures the units of an order: one attempt,
11 webhooks, no refusals.
`;

/** An entity and the place of its items. */
interface Described extends DescribedKey, Found<Entity<never, never>> {}

/** The table of access patterns. */
export const accessPatterns = defineGenerator({
  files: /^lib\/platform\/table\/ACCESS-PATTERNS\.md$/,
  async render() {
    const { entities } = await collectUnits();
    const described = entities.map((found) => ({ ...found, ...describeKey(found.unit) }));
    const text = [
      HEAD,
      '## Reads\n',
      markdownTable(
        ['Access pattern', 'Index', 'Key', 'Consistent', 'Read units'],
        [...aggregateReads(described), ...described.flatMap(readsOf)],
      ),
      WRITES,
      markdownTable(
        ['Item', 'Area', 'Key', 'Deleted by TTL', 'Write units alone', 'In a transaction'],
        described.map(writeOf),
      ),
      HOT,
      markdownTable(
        [
          'Index',
          'Key',
          'Read units an order',
          'Write units an order',
          'Read units a second',
          'Write units a second',
        ],
        HOT_KEYS.map((hot) => {
          const [index = '', key = ''] = hot.key.split(' ');
          const peak = atPeak(hot);
          const numbers = [hot.readUnits, hot.writeUnits, peak.readUnits, peak.writeUnits];
          return [index, `\`${key}\``, ...numbers.map((units) => units.toLocaleString('en'))];
        }),
      ),
      '',
    ].join('\n');
    return new Map([['lib/platform/table/ACCESS-PATTERNS.md', text]]);
  },
});

/** One Query for everything of kind `state` in a partition, listed where that is more than one item. */
function aggregateReads(entities: readonly Described[]): readonly string[][] {
  const partitions = Map.groupBy(
    entities.filter(({ isLog }) => !isLog),
    ({ aggregate }) => aggregate,
  );
  return [...partitions]
    .filter(([, members]) => members.length > 1 || members[0]?.sort.includes('{'))
    .map(([aggregate, members]) => [
      `readAggregate(${aggregate}): ${members.map(({ unit }) => unit.name).join(', ')}`,
      'table',
      `\`${members[0]?.partition}\`, starts with \`s#\``,
      'yes',
      '1 per 4 kB of all of them',
    ]);
}

function readsOf({ unit, partition, sort, isLog }: Described): readonly string[][] {
  const { list, lookup } = unit.definition;
  const organization = '{organizationId}';
  return [
    isLog
      ? [
          `readLog(${unit.name})`,
          'table',
          `\`${partition}\`, starts with \`${unit.name}#\``,
          'yes',
          '1 per 4 kB of a page',
        ]
      : [`get(${unit.name})`, 'table', `\`${partition}\`, \`${sort}\``, 'yes', '1 per 4 kB'],
    ...(list
      ? [
          [
            list.name,
            LIST.indexName,
            `\`${list.reach === 'everywhere' ? '*' : organization}#${unit.name}#{shard}\`, \`${describeField(list.at)}#${describeField(list.id)}\``,
            'no',
            '0.5 per 4 kB of rows, at least 0.5 per shard',
          ],
        ]
      : []),
    ...(lookup
      ? [
          [
            lookup.name,
            LOOKUP.indexName,
            `\`${organization}#${lookup.name}#${describeField(lookup.value)}\``,
            'the index no, the items yes',
            '0.5, and 1 per 4 kB of each item found',
          ],
        ]
      : []),
  ];
}

function writeOf({ unit, file, partition, sort }: Described): string[] {
  const { list, lookup, expiresAtSeconds } = unit.definition;
  const indexes = [...(list ? ['1 per kB of the row for list'] : []), ...(lookup ? ['1 for lookup'] : [])];
  const cost = (units: number) => [`${units} per kB`, ...indexes].join(', ');
  return [
    unit.name,
    `\`${areaOf(file)}\``,
    `\`${partition}\`, \`${sort}\``,
    expiresAtSeconds ? 'yes' : 'no',
    cost(1),
    cost(2),
  ];
}
