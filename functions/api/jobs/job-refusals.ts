import {
  disallowedOperation,
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
  jobContention,
  jobIdentifierTaken,
  jobNotInScope,
  resourceAlreadyExists,
} from '../../../lib/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/strategies/index.ts';

/** What can be wrong with a job that is to be made. */
export const createJobRefusals = [
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
  invalidOptionsGroup,
  resourceAlreadyExists,
  jobIdentifierTaken,
  jobNotInScope,
  jobContention,
] as const;

/** As above, for one that may be there already. */
export const upsertJobRefusals = [...createJobRefusals, disallowedOperation] as const;
