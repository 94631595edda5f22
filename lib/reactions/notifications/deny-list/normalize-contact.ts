import { isEmailAddress } from '../../../platform/core/email-address.ts';
import type { ContactType } from './deny-entry.ts';

/** Longest contact: an e-mail address has at most 254 characters. */
const MAX_LENGTH = 254;

/**
 * A contact in the form in which it is stored and compared: addresses in lower case, numbers as E.164. Undefined for
 * anything else.
 */
export function normalizeContact(type: ContactType, value: string): string | undefined {
  const text = value.trim();
  if (text.length > MAX_LENGTH) return undefined;
  if (type === 'email') {
    const address = text.toLowerCase();
    return isEmailAddress(address) ? address : undefined;
  }
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}
