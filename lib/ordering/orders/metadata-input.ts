import * as z from 'zod';
import { checkMetadata } from './storable.ts';

/** The caller's own data: an object whose keys may be written and whose values can be stored. */
export const metadataInput = z
  .unknown()
  .superRefine(checkMetadata)
  .transform((value) => value as Record<string, unknown>)
  .meta({ override: { type: 'object', additionalProperties: true } });
