import { randomUUID } from 'node:crypto';
import { type Meter, meteredInvocation } from '../meter.ts';
import type { Functions, InvocationResult, LocalClock, Permissions, Principal } from '../ports.ts';
import { sentenceOf } from '../sentence-of.ts';
import { type EnvironmentBounds, Environments } from './environments.ts';
import { PAYLOAD_LIMIT } from './function-environment.ts';
import type { FunctionSettings } from './function-settings.ts';

import type { FunctionLogs } from './write-logs.ts';

/** What is needed to run the functions. */
export interface FunctionSurroundings {
  readonly clock: Pick<LocalClock, 'skippedMs'>;
  readonly permissions: Permissions;
  /** The AWS endpoint for functions. */
  readonly endpoint: string;
  readonly logs: FunctionLogs;
  /** Called for every invocation. */
  readonly meter?: Meter | undefined;
  /** By how much time limits are multiplied at present; 1 if absent. */
  readonly slowness?: (() => number) | undefined;
  /** Limit of threads; by default that of a laptop. */
  readonly bounds?: EnvironmentBounds | undefined;
}

interface Known {
  readonly settings: FunctionSettings;
  running: number;
}

/** Invokes for a caller that waits for the answer. */
const GATEWAY = 'apigateway.amazonaws.com';

/** All functions of the template, which are loaded when they are needed. */
export class LocalFunctions implements Functions {
  readonly #surroundings: FunctionSurroundings;
  readonly #environments: Environments;
  readonly #known = new Map<string, Known>();
  #underWay = 0;

  constructor(surroundings: FunctionSurroundings) {
    this.#surroundings = surroundings;
    const { endpoint, clock, logs, slowness, bounds } = surroundings;
    this.#environments = new Environments(
      (name) => ({ endpoint, slowness, print: logs.of(name) }),
      { skippedMs: clock.skippedMs, print: logs.of('functions') },
      bounds,
      slowness,
    );
  }

  /** Number of threads that functions run in now. */
  get threads(): number {
    return this.#environments.threads;
  }

  /** Registers a function. It starts with its first invocation. */
  add(settings: FunctionSettings): void {
    this.#known.set(settings.name, { settings, running: 0 });
    this.#environments.add(settings);
  }

  roleOf(nameOrArn: string): string {
    return this.#find(nameOrArn).settings.roleArn;
  }

  /** Role behind an access key id, which is the function's name. */
  roleOfAccessKey(accessKeyId: string): string | undefined {
    return this.#known.get(accessKeyId)?.settings.roleArn;
  }

  idle(): boolean {
    return this.#underWay === 0;
  }

  async invoke(nameOrArn: string, event: unknown, by?: Principal): Promise<InvocationResult> {
    const known = this.#known.get(nameIn(nameOrArn));
    if (known === undefined) {
      return failure('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
    }
    const { settings } = known;
    if (by !== undefined) {
      const need = { action: 'lambda:InvokeFunction', resource: settings.arn };
      const refusal = this.#surroundings.permissions.refusal(by, need);
      if (refusal !== undefined) return failure('AccessDeniedException', refusal);
    }
    const building = settings.whenBuilt();
    if (building !== undefined) {
      try {
        await building;
      } catch (error) {
        return failure('Runtime.ImportModuleError', `The function could not be built: ${sentenceOf(error)}`);
      }
    }
    const text = JSON.stringify(event) ?? 'null';
    if (Buffer.byteLength(text) > PAYLOAD_LIMIT) {
      return failure(
        'RequestEntityTooLargeException',
        `Request must be smaller than ${PAYLOAD_LIMIT} bytes for the InvokeFunction operation`,
      );
    }
    if (settings.reservedConcurrency !== undefined && known.running >= settings.reservedConcurrency) {
      return failure('TooManyRequestsException', 'Rate Exceeded.');
    }
    this.#underWay += 1;
    known.running += 1;
    try {
      const isRequest = by !== undefined && 'service' in by && by.service === GATEWAY;
      const result = await this.#environments.use(settings.name, isRequest, (environment) =>
        environment === undefined
          ? Promise.resolve(failure('Sandbox.Stopped', 'the local cloud has stopped'))
          : environment.invoke(randomUUID(), text),
      );
      this.#surroundings.meter?.(meteredInvocation(settings.name, result.ok));
      return result;
    } finally {
      known.running -= 1;
      this.#underWay -= 1;
    }
  }

  /** Ends every worker. */
  async stop(): Promise<void> {
    await this.#environments.stop();
  }

  #find(nameOrArn: string): Known {
    const known = this.#known.get(nameIn(nameOrArn));
    if (known === undefined) throw new Error(`Function not found: ${nameOrArn}`);
    return known;
  }
}

/** `orders` of `orders` and of `arn:aws:lambda:us-east-1:000000000000:function:orders[:$LATEST]`. */
function nameIn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;
}

function failure(errorType: string, errorMessage: string): InvocationResult {
  return { ok: false, errorType, errorMessage, trace: [] };
}
