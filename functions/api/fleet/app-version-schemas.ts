import * as z from 'zod';
import { APP_PLATFORMS, APP_VERSION } from '../../../lib/fleet/fleet/index.ts';

export const platform = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(APP_PLATFORMS))
  .meta({ description: '`ios` or `android`.' });

export const appVersion = z.string().regex(APP_VERSION, 'is not a version such as 4.12.0');
