import { type ActionKey, type Effect, payloadOf } from '../../../engines/workflows/index.ts';
import type { CarryOut, EffectOf } from './define-carry-out.ts';

/**
 * How an effect is carried out, and the effect with the type of its content. Throws for an action that `catalogue`
 * does not have: the engine hands out no such effect.
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
