import type { Refusal } from '../core/refusal.ts';
import { badRequest, payloadTooLarge } from './refusals.ts';

/** Largest body in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/** Deepest nesting of arrays and objects in a body. */
export const MAX_BODY_DEPTH = 32;

/**
 * The JSON value of a body, whatever its content type says; `{}` when there is no body, so that the schema
 * names the missing fields. Refuses bodies that are too large, not JSON or nested too deeply.
 */
export function readBody(text: string | undefined, isBase64: boolean): { readonly value: unknown } | Refusal {
  if (text === undefined || text === '') return { value: {} };
  const bytes = isBase64 ? Buffer.from(text, 'base64') : undefined;
  const size = bytes?.length ?? Buffer.byteLength(text);
  if (size > MAX_BODY_BYTES) {
    return payloadTooLarge(`The body has ${size} bytes; at most ${MAX_BODY_BYTES} (1 MiB) are accepted.`, {
      bytes: size,
      maximumBytes: MAX_BODY_BYTES,
    });
  }
  const json = bytes ? decoded(bytes) : text;
  if (json === undefined) return badRequest('The body is not valid UTF-8. Send JSON encoded as UTF-8.');
  if (json.trim() === '') return { value: {} };
  if (isDeeperThan(MAX_BODY_DEPTH, json)) {
    return badRequest(`The body is nested deeper than ${MAX_BODY_DEPTH} levels.`, {
      maximumDepth: MAX_BODY_DEPTH,
    });
  }
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    return badRequest(
      `The body is not JSON: ${error instanceof SyntaxError ? error.message : 'unreadable'}.`,
    );
  }
}

/** Text of the bytes; undefined when they are not UTF-8. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside strings, so that deep nesting is found before the parser recurses into it. */
function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
      if (depth > limit) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
