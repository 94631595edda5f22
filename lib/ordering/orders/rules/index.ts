import {
  amountsAreNotNegative,
  currencyIsACode,
  dueAmountWithinValue,
  itemsAreCounted,
  measuresArePositive,
  valueIsPositive,
} from './amounts.ts';
import { deliveryModeIsKnown, requirementsAreKnown, vehicleSizeIsKnown } from './choices.ts';
import { emailsAreAddresses } from './contacts.ts';
import type { OrderRule } from './define-rule.ts';
import {
  coordinatesAreMeant,
  coordinatesAreOnEarth,
  countriesAreCodes,
  countriesMatch,
  distanceIsWithinCap,
  sidesDiffer,
} from './places.ts';
import { requiredFieldsAreThere, sidesAreNamed } from './presence.ts';
import { linesAreShort, namesAreShort, textsAreShort } from './texts.ts';
import {
  dropoffFollowsPickup,
  otherWindowsCanBeRead,
  timesAreNotPast,
  timesCanBeRead,
  windowsEndAfterTheyStart,
} from './times.ts';

/**
 * Every rule that needs only the order (contract 4.4). The first error of a field is reported. Errors that
 * need a look-up (addresses, stores, strategies, windows) are found while the order is filled in.
 */
export const orderRules: readonly OrderRule[] = Object.freeze([
  requiredFieldsAreThere,
  sidesAreNamed,
  valueIsPositive,
  amountsAreNotNegative,
  dueAmountWithinValue,
  itemsAreCounted,
  measuresArePositive,
  currencyIsACode,
  namesAreShort,
  textsAreShort,
  linesAreShort,
  emailsAreAddresses,
  deliveryModeIsKnown,
  vehicleSizeIsKnown,
  requirementsAreKnown,
  coordinatesAreOnEarth,
  coordinatesAreMeant,
  countriesAreCodes,
  sidesDiffer,
  countriesMatch,
  distanceIsWithinCap,
  timesCanBeRead,
  timesAreNotPast,
  windowsEndAfterTheyStart,
  otherWindowsCanBeRead,
  dropoffFollowsPickup,
]);
