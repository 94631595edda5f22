import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import {
  LAKE_TABLES,
  type LakeTable,
  type LakeType,
  lakeFolder,
  SAVED_QUERIES,
} from '../../lib/operations/lake/index.ts';
import type { Surroundings } from '../surroundings.ts';

/** Prefix of the results of Athena in the bucket, which no organization's id starts with, and their life in days. */
export const ATHENA_RESULTS = 'athena-results/';
export const ATHENA_RESULTS_DAYS = 7;

/** A query that would read more is stopped: $0.25 at list price. Bytes. */
const MOST_SCANNED = 50_000_000_000;

/** The first day that a question can be about. */
const FIRST_DAY = '2026-01-01';

/** Types of columns as Glue names them. */
const TYPES: Readonly<Record<LakeType, string>> = {
  text: 'string',
  texts: 'array<string>',
  whole: 'bigint',
  instant: 'timestamp',
  flag: 'boolean',
};

export interface LakeStackProps extends StackProps {
  readonly prefix: string;
  readonly bucket: Surroundings['bucket'];
}

/**
 * The data lake for Athena: the tables, whose partitions follow from their keys without a crawler, a workgroup, queries to
 * start with, and a policy for the people who ask. Nothing here costs anything until somebody asks.
 */
export class LakeStack extends Stack {
  constructor(scope: Construct, id: string, { prefix, bucket, ...props }: LakeStackProps) {
    super(scope, id, props);
    const database = `${prefix.replaceAll('-', '_')}_lake`;
    const glue = new CfnDatabase(this, 'Database', {
      catalogId: this.account,
      databaseInput: {
        name: database,
        description: 'Orders, attempts, routes and stops of all organizations',
      },
    });
    for (const table of LAKE_TABLES) this.#table(table, database, bucket).addResourceDependency(glue);
    const workGroup = new CfnWorkGroup(this, 'WorkGroup', {
      name: `${prefix}-lake`,
      description: 'Questions about the data lake',
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: false,
        bytesScannedCutoffPerQuery: MOST_SCANNED,
        resultConfiguration: {
          outputLocation: `s3://${bucket.bucketName}/${ATHENA_RESULTS}`,
          encryptionConfiguration: { encryptionOption: 'SSE_S3' },
        },
      },
    });
    for (const [index, { name, description, sql }] of SAVED_QUERIES.entries())
      new CfnNamedQuery(this, `Query${index + 1}`, {
        name,
        description,
        database,
        workGroup: workGroup.name,
        queryString: sql,
      }).addResourceDependency(workGroup);
    this.#readers({ prefix, database, bucket });
  }

  #table({ name, description, columns }: LakeTable, database: string, bucket: LakeStackProps['bucket']) {
    const folder = `s3://${bucket.bucketName}/\${organization}/${lakeFolder(name)}`;
    return new CfnTable(this, `Table-${name}`, {
      catalogId: this.account,
      databaseName: database,
      tableInput: {
        name,
        description,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [
          {
            name: 'organization',
            type: 'string',
            comment: 'Id of the organization; every question names one',
          },
          { name: 'day', type: 'string', comment: 'Day in UTC, as 2026-03-05' },
        ],
        storageDescriptor: {
          columns: Object.entries(columns).map(([column, { type, description: comment }]) => ({
            name: column,
            type: TYPES[type],
            // Glue takes 255 characters.
            comment: comment.slice(0, 255),
          })),
          location: `s3://${bucket.bucketName}/`,
          inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
          serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
        },
        parameters: {
          classification: 'parquet',
          'projection.enabled': 'true',
          // A question without an organization is refused, instead of going through all.
          'projection.organization.type': 'injected',
          'projection.day.type': 'date',
          'projection.day.format': 'yyyy-MM-dd',
          'projection.day.range': `${FIRST_DAY},NOW`,
          'storage.location.template': `${folder}/organization=\${organization}/day=\${day}/`,
        },
      },
    });
  }

  /** What somebody needs who asks: the workgroup, the tables, their files, and the results. Attach it to people's roles. */
  #readers({
    prefix,
    database,
    bucket,
  }: {
    prefix: string;
    database: string;
    bucket: Surroundings['bucket'];
  }) {
    const glue = (resource: string, resourceName?: string) =>
      this.formatArn({ service: 'glue', resource, ...(resourceName === undefined ? {} : { resourceName }) });
    const policy = new ManagedPolicy(this, 'Readers', {
      managedPolicyName: `${prefix}-lake-readers-${this.region}`,
      description: 'Asks questions about the data lake',
    });
    policy.addStatements(
      new PolicyStatement({
        actions: [
          'athena:GetWorkGroup',
          'athena:StartQueryExecution',
          'athena:StopQueryExecution',
          'athena:GetQueryExecution',
          'athena:GetQueryResults',
          'athena:ListQueryExecutions',
          'athena:ListNamedQueries',
          'athena:GetNamedQuery',
        ],
        resources: [
          this.formatArn({ service: 'athena', resource: 'workgroup', resourceName: `${prefix}-lake` }),
        ],
      }),
      new PolicyStatement({
        actions: ['glue:GetDatabase', 'glue:GetTable', 'glue:GetTables'],
        resources: [
          glue('catalog'),
          glue('database', database),
          ...LAKE_TABLES.map(({ name }) => glue('table', `${database}/${name}`)),
        ],
      }),
      new PolicyStatement({
        actions: ['s3:GetBucketLocation', 's3:ListBucket'],
        resources: [bucket.bucketArn],
      }),
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: LAKE_TABLES.map(({ name }) => `${bucket.bucketArn}/*/${lakeFolder(name)}/*`),
      }),
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
        resources: [`${bucket.bucketArn}/${ATHENA_RESULTS}*`],
      }),
    );
  }
}
