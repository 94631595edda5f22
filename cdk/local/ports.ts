/**
 * The seams between the parts of the local cloud. Each part implements or receives these; none imports another
 * part's inside.
 */

/** One resource of the synthesized template, its intrinsics resolved. */
export interface Resource {
  /** Stack the resource belongs to. */
  readonly stack: string;
  readonly logicalId: string;
  /** CloudFormation type, as `AWS::SQS::Queue`. */
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Name it has here: the template's own, or one made from stack and logical id, the same at every start. */
  readonly physicalName: string;
}

/**
 * What is done with a property of the template: `used` acts here, a text says why it has no effect on a laptop.
 * A property that is not listed stops the start with an error naming resource and property.
 */
export type PropertySupport = 'used' | { readonly ignored: string };

/** Resources are created in this order; names are known before any is created. */
export type Phase = 'storage' | 'compute' | 'wiring';

/** How one CloudFormation resource type is run here. One frozen value per type. */
export interface ResourceType {
  readonly type: string;
  readonly phase: Phase;
  /** Property path to support; nested ones as `RedrivePolicy.maxReceiveCount`, `*` for any key or index. */
  readonly properties: Readonly<Record<string, PropertySupport>>;
  /** Value of `{ "Ref": id }`. Must not need the resource to exist. */
  ref(resource: Pick<Resource, 'physicalName' | 'logicalId' | 'stack'>): string;
  /** Values of `Fn::GetAtt`, by attribute name. */
  attributes(
    resource: Pick<Resource, 'physicalName' | 'logicalId' | 'stack'>,
  ): Readonly<Record<string, string>>;
  /** Absent for types that only matter to others (permissions, policies are read by the IAM part). */
  create?(resource: Resource): Promise<void>;
}

/** A moment's alarm on the local clock. */
export interface Alarm {
  cancel(): void;
}

/** The clock of the whole local cloud: machine time plus what was skipped. */
export interface LocalClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Runs once when the clock reaches `dueMs`, however far that is; at once (but not before this call returns)
   * when it has passed. With `jump`, a skipping clock goes straight to it while nothing else is going on;
   * without, it only runs when passed, as what recurs must, or the clock would race.
   */
  at(dueMs: number, run: () => void, options?: { readonly jump?: boolean }): Alarm;
  /** Moves the clock forward by `ms`; alarms that become due run in order of their time. */
  advance(ms: number): void;
  /** While on, the clock jumps to the next alarm that asks for it whenever nothing is going on. */
  setSkipping(on: boolean): void;
  /** Milliseconds skipped so far, one BigInt64 shared with the function workers, whose `Date` adds it. */
  readonly skippedMs: SharedArrayBuffer;
}

/** How an invocation ended. `payload` is what the handler returned, passed through JSON. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      /** `Error`, a class name, `Sandbox.Timedout`, `Runtime.OutOfMemory`, ... as Lambda reports it. */
      readonly errorType: string;
      readonly errorMessage: string;
      readonly trace: readonly string[];
    };

/** Invokes deployed functions by name or ARN. */
export interface Functions {
  invoke(nameOrArn: string, event: unknown): Promise<InvocationResult>;
}

/** One call of an AWS API by a function (or the admin tool), as it came over HTTP. */
export interface AwsCall {
  /** Service of the credential scope: `dynamodb`, `sqs`, `states`, `scheduler`, `secretsmanager`, `s3`, `ses`. */
  readonly service: string;
  /** Operation name from `X-Amz-Target`, or from method and path for REST services. */
  readonly action: string;
  /** Who signed. */
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
}

/** One AWS service of the local cloud, behind the one endpoint that functions are pointed at. */
export interface AwsService {
  readonly name: string;
  /** What the caller's policy must allow; the endpoint refuses before `handle` when one is missing. */
  needs(call: AwsCall): readonly Need[];
  handle(call: AwsCall): Promise<AwsReply>;
  /** How this service's protocol words a refusal. */
  denied(message: string): AwsReply;
  /** True when nothing is under way or deliverable now. The skipping clock asks. */
  idle(): Promise<boolean>;
  stop(): Promise<void>;
}

/** A call that a part of the local cloud makes itself, as a role of the template: a state machine's, a schedule's. */
export interface RoleCall {
  readonly roleArn: string;
  /** As in `AwsCall`. Only services of the AWS JSON protocol. */
  readonly service: 'dynamodb' | 'sqs' | 'states';
  /** As in `X-Amz-Target`, without its prefix: `SendMessage`, `PutItem`, `StartExecution`. */
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a call through the endpoint as the role, its policy checked. Rejects when the service is not reachable. */
export type CallAws = (call: RoleCall) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Whether the policies of a role in the template allow `need`. */
export type Authorize = (roleArn: string, need: Need) => boolean;

/** ARN pieces used throughout: the account and region of the local cloud. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';
