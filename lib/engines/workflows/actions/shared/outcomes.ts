import type { EntityName } from '../../definition/entities.ts';
import { type JsonObject, own } from '../../json.ts';
import type { ActionContext, EffectTarget, Failed, Outcome } from '../define-action.ts';

/** The step fails with a sentence for the merchant. */
export function failed(reason: string, stage?: string): Failed {
  return stage === undefined ? { kind: 'failed', reason } : { kind: 'failed', reason, stage };
}

/** There was nothing to do. */
export function nothing(reason: string, outputs?: JsonObject): Outcome<never> {
  return outputs === undefined ? { kind: 'nothing', reason } : { kind: 'nothing', reason, outputs };
}

/** The entity behind the run, or the failure of a step that needs it. */
export function entityOf(
  context: ActionContext,
  type: EntityName,
): { readonly entity: JsonObject; readonly target: EffectTarget } | Failed {
  const entity = context.entities[type];
  if (entity === undefined || entity === null) return failed(`This run has no ${type}.`);
  const id = own(entity, 'id');
  return { entity, target: { type, id: typeof id === 'string' ? id : '' } };
}

/** Plans an effect on an entity that the payload alone describes. */
export function effectOn<Payload>(
  context: ActionContext,
  type: EntityName,
  payload: Payload,
  patch?: JsonObject,
): Outcome<Payload> {
  const found = entityOf(context, type);
  if ('kind' in found) return found;
  const { target } = found;
  return patch === undefined
    ? { kind: 'effect', target, payload }
    : { kind: 'effect', target, payload, patch: { [type]: patch } };
}
