import { randomUUID } from 'node:crypto';
import type { AwsCall, AwsReply } from './ports.ts';

/** An error as an AWS service words it. Thrown by the local services, answered by `answerJson`. */
export class AwsError extends Error {
  /** Short name, as `QueueDoesNotExist`. */
  readonly code: string;
  readonly status: number;
  /** Prefix of the wire name in `__type`, as `com.amazonaws.sqs`. */
  readonly namespace: string | undefined;

  constructor(code: string, message: string, options: { status?: number; namespace?: string } = {}) {
    super(message);
    this.code = code;
    this.status = options.status ?? 400;
    this.namespace = options.namespace;
  }
}

/** A reply of the AWS JSON protocols 1.0 and 1.1. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): AwsReply {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}

/** `error` in the AWS JSON protocols. */
export function jsonError(error: AwsError): AwsReply {
  const type = error.namespace ? `${error.namespace}#${error.code}` : error.code;
  return jsonReply(error.status, { __type: type, message: error.message });
}

/** The call's JSON body as an object; throws a `SerializationException` for anything else. */
export function jsonBody(call: Pick<AwsCall, 'body'>): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = call.body.length === 0 ? {} : JSON.parse(call.body.toString('utf8'));
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.');
  }
  if (!isRecord(parsed)) throw new AwsError('SerializationException', 'The request body is not an object.');
  return parsed;
}

/** Runs `operation` and turns an `AwsError` into its reply; anything else is a bug and is thrown again. */
export async function answerJson(
  operation: () => unknown,
  toReply: (error: AwsError) => AwsReply = jsonError,
): Promise<AwsReply> {
  try {
    return jsonReply(200, (await operation()) ?? {});
  } catch (error) {
    if (error instanceof AwsError) return toReply(error);
    throw error;
  }
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` as a list of JSON objects; other values are left out. */
export function recordsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** `value` if it is a text, otherwise undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A number, even if CloudFormation wrote it as a text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return undefined;
}
