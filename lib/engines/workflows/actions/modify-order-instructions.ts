import * as z from 'zod';
import { charactersOf } from '../../../platform/core/characters.ts';
import { isJsonObject, type JsonObject, own, readPath } from '../json.ts';
import { limits } from '../limits.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { requiredTemplate, templatesOf } from './shared/config-parts.ts';
import { entityOf, failed, nothing } from './shared/outcomes.ts';
import { jsonObject, text } from './shared/payload-parts.ts';

/** A text of an order: its field on the order and in the package built from it. */
const TARGETS = {
  pickup_instructions: { field: 'pickupInstructions', side: 'pickup' },
  dropoff_instructions: { field: 'dropoffInstructions', side: 'dropoff' },
  order_description: { field: 'description', side: undefined },
} as const;

const config = z.strictObject({
  target: z.enum(['pickup_instructions', 'dropoff_instructions', 'order_description']),
  mode: z.enum(['add_before', 'add_after', 'replace', 'only_when_missing']).default('add_before'),
  text: requiredTemplate(limits.message),
});

const payload = z.strictObject({
  field: z.enum(Object.values(TARGETS).map(({ field }) => field)),
  text: text,
  /** What changes on the package that was built from the order. */
  package: jsonObject.nullable(),
});

type Target = (typeof TARGETS)[keyof typeof TARGETS];

/**
 * Changes the pickup or dropoff instructions or the description while the order is being created (specification
 * 4.6.11). If the result exceeds 280 characters, counted as people see them and as the validation of orders does, the
 * step fails; nothing is cut off.
 */
export const modifyOrderInstructions = defineAction({
  key: 'modify_order_instructions',
  title: 'Update order text',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  only: ['order.creating'],
  synchronous: true,
  templates: ({ text }) => templatesOf({ text }),
  exclusive: ({ target }) => target,
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const order = found.entity;
  const target = TARGETS[settings.target];
  const present = own(order, target.field);
  const current = typeof present === 'string' ? present : '';
  const text = context.text(settings.text).trim();
  if (text === '' && settings.mode !== 'replace')
    return nothing('The text is empty after its variables were filled in.');
  if (settings.mode === 'only_when_missing' && !isMissingText(current, target, order)) {
    return nothing('The order already has such a text.');
  }
  const combined = combine(settings.mode, current, text);
  const length = charactersOf(combined);
  if (length > limits.instructions) {
    return failed(`The combined text has ${length} characters; the limit is ${limits.instructions}.`);
  }
  if (combined === current) return nothing('The order already has this text.');
  // The package was just built from the order, so it must not keep the old text. A text that the pickup's provider or
  // store overrides stays on the package.
  const changedPackage = packagePatch(target, combined, order, context.entities.package ?? undefined);
  return {
    kind: 'effect',
    target: found.target,
    payload: { field: target.field, text: combined, package: changedPackage ?? null },
    patch: { order: { [target.field]: combined }, package: changedPackage },
  };
}

function combine(mode: z.infer<typeof config>['mode'], current: string, text: string): string {
  if (mode === 'replace' || mode === 'only_when_missing' || current.trim() === '') return text;
  return mode === 'add_before' ? `${text}\n${current}` : `${current}\n${text}`;
}

/**
 * What counts as missing (specification 4.6.11): blank text, and for instructions also N/A and a line that only
 * repeats the address of that side.
 */
function isMissingText(current: string, target: Target, order: JsonObject): boolean {
  const folded = fold(current);
  if (current.trim() === '') return true;
  if (target.side === undefined) return false;
  return folded === 'na' || addressLines(order, target.side).includes(folded);
}

/** Letters and digits only, so that punctuation and spacing do not make two texts different. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The ways in which the address of a side may be written on one line. */
function addressLines(order: JsonObject, side: 'pickup' | 'dropoff'): readonly string[] {
  const part = (name: string): string => {
    const value = own(order, `${side}${name}`);
    return typeof value === 'string' ? value : '';
  };
  const number = part('AddressNumber');
  const street = part('AddressFormattedStreet');
  const unit = part('AddressSecondarynumber');
  const city = part('AddressCity');
  const state = part('AddressState');
  const zip = part('AddressZip');
  const streets = [street, `${number}${street}`, `${street}${number}`, `${number}${street}${unit}`];
  const places = ['', city, `${city}${state}`, `${city}${state}${zip}`, `${zip}${city}`, `${city}${zip}`];
  const lines = streets.flatMap((line) =>
    line === ''
      ? []
      : places.flatMap((place) => [`${line}${place}`, `${line}${place}${part('AddressCountry')}`]),
  );
  return [part('Address'), ...lines].map(fold).filter((line) => line !== '');
}

function packagePatch(
  target: Target,
  text: string,
  order: JsonObject,
  pack: JsonObject | undefined,
): JsonObject | undefined {
  if (pack === undefined) return undefined;
  if (target.side === undefined) return { description: text };
  const name = `${target.side}Location`;
  const location = own(pack, name);
  const overridden =
    readPath(location, ['instructionsSource']) ?? own(order, `${target.side}InstructionsSource`) ?? 'order';
  if (target.side === 'pickup' && (overridden === 'store' || overridden === 'provider')) return undefined;
  return isJsonObject(location) ? { [name]: { ...location, instructions: text } } : undefined;
}
