import {
  type ActionKey,
  actionCatalogue,
  type EffectKind,
  type KeyOfKind,
} from '../../../engines/workflows/index.ts';
import type { Writes } from './define-carry-out.ts';

/** The same way of carrying out every action whose effect is of this kind. */
export function ofKind<Kind extends EffectKind, Deps>(
  kind: Kind,
  carryOut: Writes<KeyOfKind<Kind> & ActionKey, Deps>,
): { readonly [Key in KeyOfKind<Kind>]: Writes<Key, Deps> } {
  const keys = actionCatalogue()
    .filter(({ effect }) => effect === kind)
    .map(({ key }) => key);
  return Object.fromEntries(keys.map((key) => [key, carryOut])) as never;
}
