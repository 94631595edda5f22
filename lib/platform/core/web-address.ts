/** Maximum number of characters of a kept web address. */
const MAX_LENGTH = 2_048;

/**
 * Whether a text can be kept as an address that people follow, such as that of a photo: http or https, never a script,
 * and nothing that a page or a message would break on.
 */
export function isWebAddress(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    !/[\p{Cc}\s]/u.test(text) &&
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol)
  );
}
