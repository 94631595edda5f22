import { pathToFileURL } from 'node:url';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Resource, UnsupportedInTemplate } from '../ports.ts';
import type { FunctionCode } from './function-code.ts';

/** A deployed function: its code, its limits, its role and its own environment variables. */
export interface FunctionSettings {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** `index.handler`. */
  readonly handler: string;
  /** Address of its module. */
  readonly moduleUrl: string;
  /** Resolves when the module is there; rejects when it could not be built. Undefined when it is there. */
  readonly whenBuilt: () => Promise<void> | undefined;
  readonly exportName: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Maximum number of invocations at once, when the template reserves some. */
  readonly reservedConcurrency: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly logGroupName: string;
}

/** Lambda's defaults (seconds, MB). */
const DEFAULT_TIMEOUT_S = 3;
const DEFAULT_MEMORY_MB = 128;

/** Lambda's limit of all environment variables of a function together, names and values (bytes). */
const ENVIRONMENT_LIMIT = 4096;

/** ARN of the function called `name`. */
export function functionArn(name: string): string {
  return `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`;
}

/**
 * Reads an `AWS::Lambda::Function`. No timeout is shorter than `shortestTimeoutMs`. Throws
 * `UnsupportedInTemplate` for anything that cannot run here or on AWS.
 */
export function functionSettings(
  resource: Resource,
  code: FunctionCode,
  shortestTimeoutMs = 0,
): FunctionSettings {
  const properties = resource.properties;
  const runtime = String(properties.Runtime);
  if (!runtime.startsWith('nodejs')) {
    throw new UnsupportedInTemplate(resource, 'Runtime', `"${runtime}" is not a Node.js runtime`);
  }
  const key = String((properties.Code as { S3Key?: unknown } | undefined)?.S3Key);
  const handler = String(properties.Handler);
  const dot = handler.lastIndexOf('.');
  const base = handler.slice(0, dot);
  const module = code.moduleOf(key, base);
  if (module === undefined) {
    throw new UnsupportedInTemplate(resource, 'Handler', `no module "${handler}" in "${key}"`);
  }
  const logging = properties.LoggingConfig as { LogGroup?: unknown } | undefined;
  const name = resource.physicalName;
  return {
    name,
    arn: functionArn(name),
    roleArn: String(properties.Role),
    handler,
    moduleUrl: pathToFileURL(module).href,
    whenBuilt: () => code.whenBuilt(key),
    exportName: handler.slice(dot + 1),
    timeoutMs: Math.max(Number(properties.Timeout ?? DEFAULT_TIMEOUT_S) * 1000, shortestTimeoutMs),
    memoryMb: Number(properties.MemorySize ?? DEFAULT_MEMORY_MB),
    reservedConcurrency:
      properties.ReservedConcurrentExecutions === undefined
        ? undefined
        : Number(properties.ReservedConcurrentExecutions),
    environment: environmentOf(resource),
    logGroupName: String(logging?.LogGroup ?? `/aws/lambda/${name}`),
  };
}

function environmentOf(resource: Resource): Readonly<Record<string, string>> {
  const given = resource.properties.Environment as { Variables?: Record<string, unknown> } | undefined;
  const variables = Object.entries(given?.Variables ?? {}).map(
    ([variable, value]) => [variable, String(value)] as const,
  );
  const bytes = variables.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes > ENVIRONMENT_LIMIT) {
    const why = `they have ${bytes} bytes, and the limit of Lambda is ${ENVIRONMENT_LIMIT}`;
    throw new UnsupportedInTemplate(resource, 'Environment.Variables', why);
  }
  return Object.fromEntries(variables);
}
