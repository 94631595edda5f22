import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import {
  type Grants,
  machineVariable,
  type SecretName,
  type StateMachineName,
  secretVariable,
} from '../../lib/runtime/index.ts';
import { TABLE_SHAPE } from '../../lib/table/index.ts';
import { functionDirectory } from '../build-functions.ts';
import type { AlarmBell } from './alarm-bell.ts';

/** What functions may be granted, by the names that `Grants` uses. */
export interface Grantable {
  readonly table: ITableV2;
  readonly secrets: Readonly<Record<SecretName, ISecret>>;
  /** ARNs; known before the machines are made, because machines invoke functions and functions start machines. */
  readonly machineArns: Readonly<Record<StateMachineName, string>>;
}

export interface ServiceFunctionProps {
  /** Name of the bundle under `dist/functions`. */
  readonly bundle: string;
  readonly description: string;
  /** Who suffers when it fails. */
  readonly failureImpact: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes?: number;
  /** Errors within five minutes that ring its alarm; 5 by default. */
  readonly errorsThatRing?: number;
  readonly uses: Grants;
  readonly environment: Readonly<Record<string, string>>;
  readonly grantable: Grantable;
  readonly alarms: AlarmBell;
}

/** 512 MB is where our bundles' cold start stops falling noticeably with memory. */
const DEFAULT_MEMORY_MEGABYTES = 512;

/** A function with its own role that may do what `uses` says and nothing else, its own logs and its alarms. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { uses, grantable } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${logGroup.logGroupArn}`]);
    this.lambda = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(functionDirectory(props.bundle)),
      description: props.description,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMegabytes ?? DEFAULT_MEMORY_MEGABYTES,
      role: this.role,
      logGroup,
      environment: { LOG_LEVEL: 'INFO', ...props.environment, ...this.#variables(uses, grantable) },
    });
    this.#grant(uses, grantable);
    props.alarms.functionErrors(this.lambda, props.failureImpact, props.errorsThatRing ?? 5);
  }

  /** Adds a statement to the function's policy. */
  allow(actions: readonly string[], resources: readonly string[]): void {
    this.role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  #variables(uses: Grants, { table, secrets, machineArns }: Grantable): Record<string, string> {
    return {
      ...(uses.table ? { TABLE_NAME: table.tableName } : {}),
      ...Object.fromEntries(
        (uses.secrets ?? []).map((name) => [secretVariable(name), secrets[name].secretArn]),
      ),
      ...Object.fromEntries(
        [...(uses.starts ?? []), ...(uses.stops ?? [])].map((name) => [
          machineVariable(name),
          machineArns[name],
        ]),
      ),
    };
  }

  #grant(uses: Grants, { table, secrets, machineArns }: Grantable): void {
    const { partition, region } = Stack.of(this);
    if (uses.table) {
      const indexes = [TABLE_SHAPE.list, TABLE_SHAPE.lookup];
      this.allow(
        ['dynamodb:GetItem', 'dynamodb:Query'],
        [table.tableArn, ...indexes.map(({ indexName }) => `${table.tableArn}/index/${indexName}`)],
      );
    }
    if (uses.table === 'readWrite') {
      this.allow(
        ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
        [table.tableArn],
      );
    }
    for (const name of uses.starts ?? []) this.allow(['states:StartExecution'], [machineArns[name]]);
    for (const name of uses.stops ?? []) {
      // Executions are resources of their own; their ARN is the machine's with another noun, and any name.
      const executions = machineArns[name].replace(':stateMachine:', ':execution:');
      this.allow(['states:StopExecution'], [`${executions}:*`]);
    }
    for (const name of uses.secrets ?? [])
      this.allow(['secretsmanager:GetSecretValue'], [secrets[name].secretArn]);
    if (uses.geocodes) {
      this.allow(
        ['geo-places:Geocode', 'geo-places:GetPlace'],
        [`arn:${partition}:geo-places:${region}::provider/default`],
      );
    }
  }
}
