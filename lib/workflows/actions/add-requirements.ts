import * as z from 'zod';
import { own } from '../json.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { entityOf, nothing } from './shared/outcomes.ts';

/** Requirements that every organization has (contract-facts 4.3). */
const REQUIREMENTS = [
  'photo_proof_of_delivery',
  'signature_proof_of_delivery',
  'photo_proof_of_pickup',
  'photo_reference_on_dropoff',
  'photo_reference_capture_on_dropoff',
  'signature_proof_of_pickup',
  'photo_pre_delivery_verification',
  'age_verification_on_delivery',
  'id_verification_on_delivery',
  'barcode_scan_on_pickup',
  'barcode_scan_on_dropoff',
  'barcode_scan_on_return',
  'meet_on_delivery',
  'shipping_label',
  'two_person_team',
  'pincode_verification',
  'schedule_ii_controlled_substances',
  'alcohol',
  'tobacco',
  'vapes',
  'parking_check_in',
  'display_barcode_on_pickup',
  'pick_and_pack',
] as const;

const config = z.strictObject({
  requirements: z
    .array(
      z.union([
        z.enum(REQUIREMENTS),
        z
          .string()
          .max(128)
          .regex(/^(?:custom|preferred):.+$/),
      ]),
    )
    .min(1)
    .max(50),
});

/** Adds delivery requirements to the order; those it has already stay once (specification 4.6.6). */
export const addRequirements = defineAction({
  key: 'add_requirements',
  title: 'Add requirements',
  config,
  needs: ['order'],
  synchronous: true,
  background: false,
  plan,
});

function plan(settings: z.infer<typeof config>, context: ActionContext): Outcome {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const present = own(found.entity, 'requirements');
  const requirements = Array.isArray(present) ? present : [];
  const added = [...new Set(settings.requirements)].filter((item) => !requirements.includes(item));
  if (added.length === 0) return nothing('The order has these requirements already.');
  return {
    kind: 'effect',
    target: found.target,
    payload: { add: added },
    patch: { order: { requirements: [...requirements, ...added] } },
  };
}
