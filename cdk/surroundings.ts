import type { Code } from 'aws-cdk-lib/aws-lambda';

/** What every function of an installation is deployed with. */
export interface Surroundings {
  /** Prefix of all names: `delivery-dev`. */
  readonly prefix: string;
  readonly table: { readonly tableName: string; readonly tableArn: string };
  readonly bucket: { readonly bucketName: string; readonly bucketArn: string };
  /** ARN of a secret of the retained stack. Throws when it has none of this name. */
  secretArn(name: string): string;
  /** Name of the key to the console's map; undefined = none. */
  readonly mapKeyName: string | undefined;
  /** Whether functions get the reserved invocations that they ask for; an account needs enough of them. */
  readonly reservesConcurrency: boolean;
  /** Whether workers collect messages for as long as their work may wait (`batchingSeconds`). */
  readonly collectsBatches: boolean;
  /** Processors of the function that solves parts of optimizations. */
  readonly solverCores: number;
  /** Whether functions may store traces. */
  readonly storesTraces: boolean;
  /** Variables of every function. */
  readonly environment: Readonly<Record<string, string>>;
  /** Code of a function, by the name of its bundle. */
  code(bundle: string): Code;
}
