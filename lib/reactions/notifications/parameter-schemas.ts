import * as z from 'zod';
import { triggerTypes } from './types/index.ts';

/**
 * JSON schemas of the parameters of each type of trigger, by its slug. The build replaces this file with the
 * value (`cdk/bundles/parameter-schemas.ts`).
 */
export const parameterSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  Object.fromEntries(
    triggerTypes().map(({ type, parameters }) => [
      type,
      z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
    ]),
  );
