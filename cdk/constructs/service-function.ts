import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Grants } from '../../lib/platform/runtime/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import { givenBy, type Statement } from './grant-rules.ts';
import { ownAccount } from './own-account.ts';

export interface ServiceFunctionProps {
  /** Name of the function's bundle under `dist/functions`; with the prefix, the function's own. */
  readonly name: string;
  readonly description: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes?: number | undefined;
  /** Invocations reserved for it, which are also its maximum. */
  readonly reservedConcurrency?: number | undefined;
  readonly uses: Grants;
  /** Variables in addition to those of every function and of its grants. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly surroundings: Surroundings;
}

/** 512 MB is where our bundles' cold start stops falling noticeably with memory. */
const DEFAULT_MEMORY_MEGABYTES = 512;

/** A function with its own role that may do what `uses` says and nothing else, and its own logs. */
export class ServiceFunction extends Construct {
  /** As in its props. */
  readonly name: string;
  readonly lambda: LambdaFunction;
  readonly role: Role;
  readonly logs: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { uses, surroundings, name } = props;
    this.name = name;
    this.logs = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', { assumedBy: ownAccount('lambda.amazonaws.com', this) });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logs.logGroupArn]);
    const given = givenBy(uses, this, surroundings);
    const inDetail = surroundings.environment.LOG_LEVEL === 'DEBUG';
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: new Names(this, surroundings.prefix).of(name),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: surroundings.code(name),
      description: props.description,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMegabytes ?? DEFAULT_MEMORY_MEGABYTES,
      ...(surroundings.reservesConcurrency && props.reservedConcurrency !== undefined
        ? { reservedConcurrentExecutions: props.reservedConcurrency }
        : {}),
      role: this.role,
      logGroup: this.logs,
      // The start, end and report of an invocation that went well are half of all logs, and stand in its metrics.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: inDetail ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      applicationLogLevelV2: inDetail ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      environment: Object.assign(
        {},
        surroundings.environment,
        ...given.map(({ variables }) => variables),
        props.environment,
      ),
    });
    if (surroundings.storesTraces) {
      this.allow(['xray:PutTraceSegments'], ['*']);
      acknowledge(this.role, 'AwsSolutions-IAM5[Resource::*]', 'X-Ray has no resources for traces.');
    }
    for (const { statements } of given) {
      for (const statement of statements) {
        this.#add(statement);
      }
    }
  }

  #add({ actions, resources, allowsWhen, deniesWhen }: Statement): void {
    const conditions = deniesWhen ?? allowsWhen;
    this.role.addToPolicy(
      new PolicyStatement({
        effect: deniesWhen ? Effect.DENY : Effect.ALLOW,
        actions: [...actions],
        resources: [...resources],
        ...(conditions ? { conditions } : {}),
      }),
    );
  }

  /** Adds a statement to the function's policy. */
  allow(actions: readonly string[], resources: readonly string[]): void {
    this.#add({ actions, resources });
  }
}
