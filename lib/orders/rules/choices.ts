import { defineRule, show } from './define-rule.ts';

/** Values of `deliveryMode` (contract 4.3). */
export const DELIVERY_MODES = ['now', 'scheduled'] as const;

/** Values of `minimumVehicleSize`; `cargo_bike` is another spelling of `cargobike` (decision A14). */
export const VEHICLE_SIZES = [
  'any',
  'bike',
  'motorbike',
  'cargobike',
  'sedan',
  'car',
  'suv',
  'pickup_truck',
  'pickup',
  'van',
  'large_van',
  'extra_large_van',
  'truck',
] as const;

/** Values of `requirements`, besides free ones that begin with `custom:` or `preferred:`. */
export const REQUIREMENTS = [
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

const FREE_REQUIREMENT = /^(custom|preferred):/;

/** 4.4.7 */
export const deliveryModeIsKnown = defineRule({
  name: 'delivery-mode-is-known',
  summary: `\`deliveryMode\` is ${DELIVERY_MODES.join(' or ')}.`,
  *check({ deliveryMode }) {
    if (deliveryMode !== undefined && !includes(DELIVERY_MODES, deliveryMode)) {
      yield {
        field: 'deliveryMode',
        message: `deliveryMode is ${show(deliveryMode)}; send one of ${DELIVERY_MODES.join(', ')}.`,
      };
    }
  },
});

/** 4.4.7 */
export const vehicleSizeIsKnown = defineRule({
  name: 'vehicle-size-is-known',
  summary: `\`minimumVehicleSize\` is one of ${VEHICLE_SIZES.join(', ')}.`,
  *check({ minimumVehicleSize }) {
    if (minimumVehicleSize !== undefined && !includes(VEHICLE_SIZES, minimumVehicleSize)) {
      yield {
        field: 'minimumVehicleSize',
        message: `minimumVehicleSize is ${show(minimumVehicleSize)}; send one of ${VEHICLE_SIZES.join(', ')}.`,
      };
    }
  },
});

/** 4.4.7 */
export const requirementsAreKnown = defineRule({
  name: 'requirements-are-known',
  summary:
    '`requirements` are of the contract’s value set or begin with `custom:` or `preferred:`; those of items too.',
  *check({ requirements, items }) {
    const unknown = (values: readonly string[] | undefined) =>
      (values ?? []).filter((value) => !includes(REQUIREMENTS, value) && !FREE_REQUIREMENT.test(value));
    const wayOut = `send values of ${REQUIREMENTS.join(', ')}, or free ones as custom:<text> or preferred:<text>.`;
    const strange = unknown(requirements);
    if (strange.length > 0) {
      yield { field: 'requirements', message: `requirements has ${strange.map(show).join(', ')}; ${wayOut}` };
    }
    const inItems = (items ?? []).flatMap((item) => unknown(item.requirements));
    if (inItems.length > 0) {
      yield {
        field: 'items',
        message: `requirements of items have ${inItems.map(show).join(', ')}; ${wayOut}`,
      };
    }
  },
});

function includes(values: readonly string[], value: string): boolean {
  return values.includes(value);
}
