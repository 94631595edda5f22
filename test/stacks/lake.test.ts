import { describe, expect, it } from 'vitest';
import { LAKE_TABLES, lakeKey, SAVED_QUERIES } from '../../lib/operations/lake/index.ts';
import { quickStacks } from '../support/stacks.ts';

type Properties = Record<string, unknown>;
type Statement = { readonly Action: string | readonly string[]; readonly Resource: unknown };

/** A value of a template as text, with the name of the bucket in its place. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [glue, parts] = (value as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : '<bucket>')).join(glue);
};

describe('46 2: Athena finds the data lake', () => {
  const stacks = quickStacks(
    { stage: 'prod', alarmEmail: 'ops@example.com' },
    { areas: [], queueWorkers: [], taskWorkers: [] },
  );
  const all = (type: string) => stacks.resources(type).map(({ Properties: of = {} }) => of as Properties);

  it('by tables whose partitions follow from the keys of files', () => {
    const tables = all('AWS::Glue::Table').map(({ TableInput }) => TableInput as Properties);
    expect(tables.map(({ Name }) => Name).sort()).toEqual(LAKE_TABLES.map(({ name }) => name).sort());
    for (const { Name, Parameters, StorageDescriptor, PartitionKeys } of tables) {
      const { 'storage.location.template': template, ...parameters } = Parameters as Properties;
      expect(parameters).toMatchObject({
        'projection.enabled': 'true',
        'projection.organization.type': 'injected',
        'projection.day.type': 'date',
      });
      expect((PartitionKeys as Properties[]).map((key) => key.Name)).toEqual(['organization', 'day']);
      const folder = textOf(template)
        .replaceAll(`\${organization}`, 'org_a')
        .replaceAll(`\${day}`, '2026-03-05');
      const key = lakeKey({ table: String(Name), organizationId: 'org_a', hour: '2026-03-05T14', part: 0 });
      expect(`s3://<bucket>/org_a/${key}`).toBe(`${folder}14-0.parquet`);
      const { Columns } = StorageDescriptor as { Columns: { Name: string; Comment: string }[] };
      const declared = LAKE_TABLES.find(({ name }) => name === Name)!.columns;
      expect(Columns.map((column) => column.Name)).toEqual(Object.keys(declared));
      for (const { Comment } of Columns) expect(Comment).not.toBe('');
    }
  });

  it('with queries to start with, in a workgroup that bounds what one reads', () => {
    const queries = all('AWS::Athena::NamedQuery');
    expect(queries.map(({ Name, QueryString }) => [Name, QueryString])).toEqual(
      SAVED_QUERIES.map(({ name, sql }) => [name, sql]),
    );
    const [group] = all('AWS::Athena::WorkGroup');
    expect(group).toMatchObject({
      WorkGroupConfiguration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 50_000_000_000,
      },
    });
    const results = (group!.WorkGroupConfiguration as { ResultConfiguration: Properties })
      .ResultConfiguration;
    expect(textOf(results.OutputLocation)).toBe('s3://<bucket>/athena-results/');
    const [bucket] = all('AWS::S3::Bucket');
    const { Rules } = bucket!.LifecycleConfiguration as { Rules: Properties[] };
    expect(Rules).toContainEqual({ ExpirationInDays: 7, Prefix: 'athena-results/', Status: 'Enabled' });
    expect(Rules).toContainEqual(
      expect.objectContaining({ TagFilters: [{ Key: 'retention', Value: 'lake' }], Status: 'Enabled' }),
    );
  });

  it('and lets those who ask read its files and nothing else of the bucket', () => {
    const [policy] = all('AWS::IAM::ManagedPolicy');
    const { Statement: statements } = policy!.PolicyDocument as { Statement: Statement[] };
    const objects = statements.filter(({ Action }) => [Action].flat().includes('s3:GetObject'));
    const read = objects.flatMap(({ Resource }) => [Resource].flat().map(textOf));
    expect(read.sort()).toEqual([
      ...LAKE_TABLES.map(({ name }) => `<bucket>/*/lake/${name}/*`).sort(),
      '<bucket>/athena-results/*',
    ]);
    const actions = statements.flatMap(({ Action }) => [Action].flat());
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    expect(actions.filter((action) => /^s3:(?:Put|Delete)/.test(action))).toEqual(['s3:PutObject']);
    const written = statements.filter(({ Action }) => [Action].flat().includes('s3:PutObject'));
    expect(written.flatMap(({ Resource }) => [Resource].flat().map(textOf))).toEqual([
      '<bucket>/athena-results/*',
    ]);
  });
});
