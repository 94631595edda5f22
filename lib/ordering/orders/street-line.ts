/** `900 Valencia St`: a street with its house number. */
export function streetLine(number: string | undefined, street: string | undefined): string | undefined {
  if (!number || !street) return street || number || undefined;
  return street.split(/[\s,]+/).includes(number) ? street : `${number} ${street}`;
}
