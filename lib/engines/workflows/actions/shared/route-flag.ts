import * as z from 'zod';
import { digest, partId } from '../../../../platform/core/ids.ts';
import { ROUTE_EXCEPTIONS } from '../../../vocabulary/index.ts';
import type { ActionContext, Outcome } from '../define-action.ts';
import { templateText } from './config-parts.ts';
import { effectOn, entityOf, failed } from './outcomes.ts';
import { text, textOrNull } from './payload-parts.ts';

/** A recorded exception. */
export const flagType = z.enum(ROUTE_EXCEPTIONS);

/** Severity of a route flag (specification 2.10). `Auto` is rated by the service. */
export const flagSeverity = z.enum(['Auto', 'P0', 'P1', 'P2', 'P3']);

/** A remark on a route flag. */
export const flagNote = templateText(500).optional();

/** Content of the effect of raising a flag. */
export const raisedFlag = z.strictObject({
  flagId: text,
  type: flagType,
  severity: flagSeverity,
  note: textOrNull,
});

/** Content of every effect that changes flags: which are meant, as in `flagSelection`. */
export const selectedFlags = { flagId: textOrNull, type: flagType.nullable() };

/** The flags of the route that are meant: one by its id, every open one, or every open one of a type. */
export const flagSelection = {
  flagId: templateText(128).optional(),
  type: flagType.optional(),
};

/**
 * Plans a new flag. Its id follows from the route and the step, so that later nodes can name the flag and a repeated
 * step finds it.
 */
export function raiseFlag(
  context: ActionContext,
  flag: Omit<z.infer<typeof raisedFlag>, 'flagId'>,
): Outcome<z.infer<typeof raisedFlag>> {
  const found = entityOf(context, 'route');
  if ('kind' in found) return found;
  const { target } = found;
  const flagId = partId('rex', target.id, digest(target.id, context.effectKey).slice(0, 16));
  return { kind: 'effect', target, payload: { flagId, ...flag }, outputs: { flag_id: flagId } };
}

/** Plans a change of the selected flags. A flag id that turns out empty must not select every flag. */
export function changeFlags<Change>(
  context: ActionContext,
  selection: {
    readonly flagId?: string | undefined;
    readonly type?: z.infer<typeof flagType> | undefined;
  },
  change: Change,
): Outcome<{ flagId: string | null; type: z.infer<typeof flagType> | null } & Change> {
  const flagId = selection.flagId === undefined ? null : context.text(selection.flagId).trim();
  if (flagId === '') return failed('The flag id is empty after its variables were filled in.');
  return effectOn(context, 'route', { flagId, type: selection.type ?? null, ...change });
}
