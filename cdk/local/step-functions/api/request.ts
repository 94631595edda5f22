import { isObject, type JsonObject, parseJson } from '../language/json.ts';
import { ApiError } from './api-error.ts';

/** Parses a body of the JSON 1.0 protocol. Throws ApiError. */
export function parseBody(body: Buffer): JsonObject {
  try {
    const json = body.length === 0 ? {} : parseJson(body.toString());
    if (isObject(json)) return json;
  } catch {
    // Not JSON is answered like any other body that is no object.
  }
  throw new ApiError('SerializationException', 'The body is not a JSON object');
}

/** A string field. Throws ApiError when it is absent or no string. */
export function requiredText(body: JsonObject, key: string): string {
  const value = optionalText(body, key);
  if (value === undefined) throw invalid(key, 'it must not be null');
  return value;
}

/** A string field that may be absent. Throws ApiError when it is no string. */
export function optionalText(body: JsonObject, key: string): string | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(key, 'it must be a string');
  return value;
}

/** `maxResults` of listings: 0 and absent mean the default. Throws ApiError. */
export function pageSize(body: JsonObject, defaultSize = 100): number {
  const value = body.maxResults ?? 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1_000) {
    throw invalid('maxResults', 'it must be an integer from 0 to 1000');
  }
  return value === 0 ? defaultSize : value;
}

/** The number that a `nextToken` of ours stands for. Throws ApiError. */
export function pageStart(body: JsonObject): number | undefined {
  const token = optionalText(body, 'nextToken');
  if (token === undefined) return undefined;
  const value = Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isSafeInteger(value)) throw new ApiError('InvalidToken', `Invalid Token: '${token}'`);
  return value;
}

/** A `nextToken` for `pageStart`. */
export function pageToken(value: number): string {
  return Buffer.from(String(value)).toString('base64url');
}

function invalid(key: string, why: string): ApiError {
  return new ApiError('ValidationException', `Value at '${key}' failed to satisfy constraint: ${why}`);
}
