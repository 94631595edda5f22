import { AwsError } from '../../aws-json.ts';

/** A call's JSON body. */
export type Body = Readonly<Record<string, unknown>>;

/** A string field. Throws AwsError when it is absent or not a string. */
export function requiredText(body: Body, key: string): string {
  const value = optionalText(body, key);
  if (value === undefined) throw invalid(key, 'it must not be null');
  return value;
}

/** A string field that may be absent. Throws AwsError when it is not a string. */
export function optionalText(body: Body, key: string): string | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(key, 'it must be a string');
  return value;
}

/** `maxResults` of listings: 0 and absent mean the default. Throws AwsError. */
export function pageSize(body: Body, defaultSize = 100): number {
  const value = body.maxResults ?? 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1_000) {
    throw invalid('maxResults', 'it must be an integer from 0 to 1000');
  }
  return value === 0 ? defaultSize : value;
}

/** The number behind a `nextToken` of ours. Throws AwsError. */
export function pageStart(body: Body): number | undefined {
  const token = optionalText(body, 'nextToken');
  if (token === undefined) return undefined;
  const value = Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isSafeInteger(value)) throw new AwsError('InvalidToken', `Invalid Token: '${token}'`);
  return value;
}

/** A `nextToken` for `pageStart`. */
export function pageToken(value: number): string {
  return Buffer.from(String(value)).toString('base64url');
}

function invalid(key: string, why: string): AwsError {
  return new AwsError('ValidationException', `Value at '${key}' failed to satisfy constraint: ${why}`);
}
