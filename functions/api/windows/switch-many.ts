import * as z from 'zod';
import {
  MAX_SWITCHED,
  switchWindows,
  type WindowDeps,
  type WindowSwitch,
} from '../../../lib/ordering/windows/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { type Context, shortText } from '../../../lib/platform/http/index.ts';
import { editorOf } from './deps.ts';
import { renderWindow, type windowReply, type windowsReply } from './window-reply.ts';

/** A body that names windows. */
export const idsBody = z.object({
  ids: z.array(shortText(255)).min(1).max(MAX_SWITCHED).meta({ description: 'Ids of the windows.' }),
});

/** The `{id}` of a window's path. */
export const windowPath = z.object({
  id: z.string().meta({ description: 'Id of the delivery window, `dw_...`.' }),
});

/** Changes several windows and renders them. */
export async function switchMany(
  ctx: Context<WindowDeps>,
  ids: readonly string[],
  turn: WindowSwitch,
): Promise<z.infer<typeof windowsReply> | Refusal> {
  const windows = await switchWindows(ctx, editorOf(ctx), ids, turn, ctx.expectedVersion);
  return isRefusal(windows) ? windows : { deliveryWindows: windows.map((stored) => renderWindow(stored)) };
}

/** Changes one window and renders it. */
export async function switchOne(
  ctx: Context<WindowDeps>,
  id: string,
  turn: WindowSwitch,
): Promise<z.infer<typeof windowReply> | Refusal> {
  const windows = await switchWindows(ctx, editorOf(ctx), [id], turn, ctx.expectedVersion);
  if (isRefusal(windows)) return windows;
  const [window] = windows.map((stored) => renderWindow(stored));
  if (!window) throw new Error(`The window ${id} was changed but cannot be found.`);
  return window;
}
