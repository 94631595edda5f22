import {
  disallowedOperation,
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
  jobIdentifierTaken,
  jobNotInScope,
  missingArgument,
  resourceAlreadyExists,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';

/** What can be wrong with a new job. */
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
  contentionOver('job'),
] as const;

/** The same for a job that may exist already. */
export const upsertJobRefusals = [...createJobRefusals, disallowedOperation, missingArgument] as const;
