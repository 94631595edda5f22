/** Longest address (RFC 5321). */
const MAX_LENGTH = 254;

/** The part before the @: words of these characters, joined by single dots; letters of any alphabet. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** A name of the domain, which neither begins nor ends with a hyphen. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * Whether a text is one e-mail address, as mail servers take it: no name around it, no quotes, no control characters. A
 * letter that is another spelling of a plain one, such as the sign of Kelvin, would make it equal to another address.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_LENGTH || text !== text.normalize('NFKC')) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}
