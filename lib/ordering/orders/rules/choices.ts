import { PACKAGE_REQUIREMENTS } from '../../../engines/vocabulary/index.ts';
import { DELIVERY_MODES } from '../delivery-modes.ts';
import { VEHICLE_SIZES } from '../vehicle-sizes.ts';
import { defineRule, show } from './define-rule.ts';

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
    '`requirements`, those of items included, are values of the contract or start with `custom:` or `preferred:`.',
  *check({ requirements, items }) {
    const unknown = (values: readonly string[] | undefined) =>
      (values ?? []).filter(
        (value) => !includes(PACKAGE_REQUIREMENTS, value) && !FREE_REQUIREMENT.test(value),
      );
    const wayOut = `send values of ${PACKAGE_REQUIREMENTS.join(', ')}, or custom ones as custom:<text> or preferred:<text>.`;
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
