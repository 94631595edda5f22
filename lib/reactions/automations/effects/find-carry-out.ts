import { type ActionKey, type Effect, payloadOf } from '../../../engines/workflows/index.ts';
import type { CarryOut, EffectOf } from './define-carry-out.ts';

/**
 * How to carry out an effect, and the effect with the type of its content. Throws for an action that `catalogue` does
 * not have, because the engine never returns such an effect.
 */
export function findCarryOut<Key extends ActionKey, Deps>(
  catalogue: { readonly [K in Key]: CarryOut<K, Deps> },
  effect: Effect,
): { readonly how: CarryOut<Key, Deps>; readonly known: EffectOf<Key> } {
  const { action, payload } = effect;
  if (!hasKey(catalogue, action)) throw new Error(`"${action}" cannot be carried out here.`);
  return { how: catalogue[action], known: { ...effect, action, payload: payloadOf(action, payload) } };
}

function hasKey<Key extends string>(catalogue: { readonly [K in Key]: unknown }, key: string): key is Key {
  return Object.hasOwn(catalogue, key);
}
