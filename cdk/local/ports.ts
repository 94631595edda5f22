/**
 * The interfaces between the parts of the local cloud. Each part implements or receives these; none imports another
 * part's files.
 */

/** One resource of the synthesized template, with its intrinsic functions resolved. */
export interface Resource {
  /** Stack the resource belongs to. */
  readonly stack: string;
  readonly logicalId: string;
  /** CloudFormation type, as `AWS::SQS::Queue`. */
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Its name here: the template's own, or one made from stack and logical id, the same at every start. */
  readonly physicalName: string;
}

/**
 * Support for a property of the template: `used` has its effect here, a text says why it has none on a laptop. A
 * property that is not listed stops the start with an error that names resource and property. A listed path covers
 * everything under it, unless longer paths that start with it are listed as well: then only those are supported.
 */
export type PropertySupport = 'used' | { readonly ignored: string };

/** Resources are created in this order; all names are known before the first is created. */
export type Phase = 'storage' | 'compute' | 'wiring';

/** How one CloudFormation resource type is run here. One frozen value per type. */
export interface ResourceType {
  readonly type: string;
  readonly phase: Phase;
  /** Property path to support; nested ones like `RedrivePolicy.maxReceiveCount`, `*` for any key or index. */
  readonly properties: Readonly<Record<string, PropertySupport>>;
  /** Value of `{ "Ref": id }`. Must not need the resource to exist. */
  ref(resource: Pick<Resource, 'physicalName' | 'logicalId' | 'stack'>): string;
  /** Values of `Fn::GetAtt`, by attribute name. */
  attributes(
    resource: Pick<Resource, 'physicalName' | 'logicalId' | 'stack'>,
  ): Readonly<Record<string, string>>;
  /** Absent for types that matter only to others (the IAM part reads permissions and policies). */
  create?(resource: Resource): Promise<void>;
}

/** An alarm on the local clock. */
export interface Alarm {
  cancel(): void;
}

/** The clock of the whole local cloud: machine time plus the skipped time. */
export interface LocalClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Runs once when the clock reaches `dueMs`, however far away; at once (but not before this call returns) if it has
   * passed. With `jump`, a skipping clock goes straight to it while everything is idle; without, it runs only when the
   * clock passes it. Recurring alarms must not jump, or the clock would run away.
   */
  at(dueMs: number, run: () => void, options?: { readonly jump?: boolean }): Alarm;
  /** Moves the clock forward by `ms`; alarms that become due run in order of their time. */
  advance(ms: number): void;
  /** While on, the clock jumps to the next alarm that asks for it whenever everything is idle. */
  setSkipping(on: boolean): void;
  /**
   * Sets the clock back to the machine's time. Alarms keep their distance; parts that store times elsewhere check
   * again, and what is stored for a skipped time is due at that time.
   */
  reset(): void;
  /** Milliseconds skipped so far, one BigInt64 shared with the function workers, whose `Date` adds it. */
  readonly skippedMs: SharedArrayBuffer;
}

/** Result of an invocation. `payload` is the handler's result, passed through JSON. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      /** `Error`, a class name, `Sandbox.Timedout`, `Runtime.OutOfMemory`, ... as Lambda reports it. */
      readonly errorType: string;
      readonly errorMessage: string;
      readonly trace: readonly string[];
    };

/**
 * The caller of something: a role (`{ role: arn }`), allowed by its policies, or an AWS service acting for one of its
 * resources, allowed by `AWS::Lambda::Permission`.
 */
export type Principal = { readonly role: string } | { readonly service: string; readonly sourceArn: string };

/** Invokes deployed functions by name or ARN. */
export interface Functions {
  /**
   * `by` is the caller; refused with `errorType` `AccessDeniedException` when the template does not allow it. Absent
   * only where AWS does not check: event source mappings, which act in the function's own role.
   */
  invoke(nameOrArn: string, event: unknown, by?: Principal): Promise<InvocationResult>;
  /** True when no invocation is active. */
  idle(): boolean;
  /** ARN of the function's role, in which an event source mapping reads its source. */
  roleOf(nameOrArn: string): string;
}

/** Answers whether the policies of the template allow something. */
export interface Permissions {
  /** Undefined when allowed, otherwise AWS's sentence of refusal. */
  refusal(principal: Principal, need: Need): string | undefined;
}

/** One call of an AWS API by a function (or the admin tool), as it arrived over HTTP. */
export interface AwsCall {
  /** Service of the credential scope: `dynamodb`, `sqs`, `states`, `scheduler`, `secretsmanager`, `s3`, `ses`, `xray`. */
  readonly service: string;
  /** Operation name from `X-Amz-Target`, or from method and path for REST services. */
  readonly action: string;
  /** Who signed the call. */
  readonly accessKeyId: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface AwsReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A permission that a call needs: IAM action and resource ARN. */
export interface Need {
  readonly action: string;
  readonly resource: string;
  /** Condition keys of this call beyond the global ones, as `iam:PassedToService`. */
  readonly context?: Readonly<Record<string, string>>;
}

/** One AWS service of the local cloud, behind the one endpoint that functions use. */
export interface AwsService {
  /** As in the credential scope: `dynamodb`, `sqs`, `states`, ... */
  readonly name: string;
  /** Operation name of a call without `X-Amz-Target` (REST protocols); undefined when there is none. */
  actionOf?(method: string, path: string, query: URLSearchParams): string | undefined;
  /** What the caller's policy must allow; the endpoint refuses before `handle` when one is missing. */
  needs(call: AwsCall): readonly Need[];
  handle(call: AwsCall): Promise<AwsReply>;
  /** A refusal in this service's protocol. */
  denied(message: string): AwsReply;
  /** True when nothing is active or deliverable now. The skipping clock calls it. */
  idle(): Promise<boolean>;
  stop(): Promise<void>;
}

/** A call that a part of the local cloud makes itself, in a role of the template: a state machine's, a schedule's. */
export interface RoleCall {
  readonly roleArn: string;
  /** As in `AwsCall`. Only services of the AWS JSON protocol. */
  readonly service: 'dynamodb' | 'sqs' | 'states';
  /** As in `X-Amz-Target`, without its prefix: `SendMessage`, `PutItem`, `StartExecution`. */
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sends a call through the endpoint in the role, with its policy checked. Rejects when the service is not reachable.
 */
export type CallAws = (call: RoleCall) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Whether the policies of a role in the template allow `need`. */
export type Authorize = (roleArn: string, need: Need) => boolean;

/** What every part receives. */
export interface CloudContext {
  readonly clock: LocalClock;
  readonly functions: Functions;
  readonly permissions: Permissions;
  readonly callAws: CallAws;
  readonly authorize: Authorize;
  /** `http://127.0.0.1:<port>`: the endpoint that functions use. Queue URLs start with it. */
  readonly endpoint: string;
  /** Where state is stored; undefined = in memory. */
  readonly dataDirectory: string | undefined;
  /** One line for the terminal of the local cloud. */
  log(line: string): void;
}

/** One part of the local cloud: the resource types it runs and the AWS services it provides. */
export interface CloudPart {
  readonly resourceTypes: readonly ResourceType[];
  readonly services: readonly AwsService[];
  /** Starts background work (pollers, timers); called once all resources exist. */
  begin?(): Promise<void>;
  /** Apart from its services: true when nothing is active. */
  idle?(): Promise<boolean>;
  /** Resolves with the problem when the part ends unexpectedly: nothing works any more. */
  readonly failed?: Promise<Error>;
  /** This part's content of the status page. */
  state?(): Promise<CloudState>;
  /** The newest executions, running and ended. */
  recentExecutions?(): readonly RecentExecution[];
  /** The events of an execution in their order; undefined when there is no such execution. */
  executionEvents?(arn: string): readonly ExecutionEvent[] | undefined;
  /** Returns all messages of a dead-letter queue to the queues they came from; returns their number. */
  redrive?(queue: string): number | undefined;
  /** Called after the clock was set back: recurring work is due by the new time. */
  clockReset?(): void;
  /** Ends everything it started. Called in reverse order of starting; must not take over a second. */
  stop(): Promise<void>;
}

/** An execution of a state machine as the status page lists it. */
export interface RecentExecution {
  readonly arn: string;
  readonly stateMachine: string;
  readonly name: string;
  readonly status: string;
  readonly startedAt: string;
}

/** A step of an execution. */
export interface ExecutionEvent {
  readonly at: string;
  readonly type: string;
  /** State that was entered or left. */
  readonly state?: string;
  /** JSON. */
  readonly details: string;
}

/** Content of the status page. Each part adds its own. */
export interface CloudState {
  readonly tables?: readonly { readonly name: string; readonly items: number }[];
  readonly queues?: readonly {
    readonly name: string;
    /** True when it is a dead-letter queue. */
    readonly deadLetters: boolean;
    readonly messages: readonly { readonly id: string; readonly body: string; readonly receives: number }[];
    /** The total, in case `messages` holds only the first ones. */
    readonly count: number;
    /** Numbers of messages that can be received, are being processed, and are delayed. */
    readonly visible?: number;
    readonly inFlight?: number;
    readonly delayed?: number;
  }[];
  readonly executions?: readonly {
    readonly arn: string;
    readonly stateMachine: string;
    readonly state: string;
    readonly startedAt: string;
    /** When a waiting execution continues. */
    readonly wakesAt?: string;
  }[];
  readonly schedules?: readonly {
    readonly name: string;
    readonly expression: string;
    readonly nextAt?: string;
  }[];
  readonly outgoing?: readonly {
    readonly at: string;
    /** `email`, `sms`, `chat`, ... */
    readonly channel: string;
    readonly to: string;
    readonly text: string;
  }[];
  /** The newest segments of the traces that are recorded, oldest first. */
  readonly traceSegments?: readonly {
    readonly traceId: string;
    readonly id: string;
    readonly parentId: string | undefined;
    readonly name: string;
    readonly milliseconds: number;
    readonly failed: boolean;
    readonly annotations: Readonly<Record<string, unknown>>;
  }[];
}

/** Stops the start: the template contains something that the local cloud does not run. Names resource and property. */
export class UnsupportedInTemplate extends Error {
  constructor(resource: Pick<Resource, 'stack' | 'logicalId' | 'type'>, property: string, why?: string) {
    const what = property === '' ? resource.type : `${resource.type} property ${property}`;
    super(
      `${resource.stack}/${resource.logicalId}: ${what} is not supported by the local cloud${why ? ` (${why})` : ''}`,
    );
    this.name = 'UnsupportedInTemplate';
  }
}

/** ARN pieces used throughout: the account and region of the local cloud. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';
