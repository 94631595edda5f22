import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

/** A text of an effect, with its variables filled in. */
export const text = z.string();

/** A text that may be missing. */
export const textOrNull = text.nullable();

/** Time limit of work, in seconds. */
export const seconds = z.int();

/** An object of plain data. */
export const jsonObject = z.custom<JsonObject>(isJsonObject);

/** Plain data of any kind. */
export const jsonValue = z.custom<Json>((value) => value !== undefined && typeof value !== 'function');

/** Content of an effect that needs nothing but a reason for people. */
export const reasonOnly = z.strictObject({ reason: textOrNull });
