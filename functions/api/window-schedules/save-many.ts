import * as z from 'zod';
import {
  MAX_WINDOWS,
  type SaveOptions,
  saveWindows,
  type WindowDeps,
  type WindowInput,
} from '../../../lib/ordering/windows/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { editorOf } from '../windows/deps.ts';
import { renderWindow, type windowsReply } from '../windows/window-reply.ts';

/** A body of several windows. */
export function windowsBody<Row extends z.ZodType>(row: Row) {
  return z.object({
    deliveryWindows: z.array(row).min(1).max(MAX_WINDOWS).meta({ description: 'The windows.' }),
  });
}

/** Saves them and renders the saved windows. */
export async function saveMany(
  ctx: Context<WindowDeps>,
  inputs: readonly WindowInput[],
  mode: SaveOptions['mode'],
): Promise<z.infer<typeof windowsReply> | Refusal> {
  const { timeZone } = await preferencesOf(ctx);
  const expected = inputs.map((input) => ({ ...input, version: input.version ?? ctx.expectedVersion }));
  const saved = await saveWindows(ctx, editorOf(ctx), expected, { mode, timeZone });
  return isRefusal(saved) ? saved : { deliveryWindows: saved.map((stored) => renderWindow(stored)) };
}
