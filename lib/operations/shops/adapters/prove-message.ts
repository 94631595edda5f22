import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether a body is signed with one of the secrets: HMAC-SHA256 of its bytes, perhaps after a prefix as `sha256=`. */
export function isSignedWith(
  secrets: readonly string[],
  {
    body,
    signature,
    encoding,
  }: {
    readonly body: string;
    readonly signature: string | undefined;
    readonly encoding: 'hex' | 'base64';
  },
): boolean {
  if (!signature) return false;
  const given = signature.replace(/^sha256=/i, '').trim();
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(body, 'utf8').digest(encoding);
    return isSameText(encoding === 'hex' ? given.toLowerCase() : given, expected);
  });
}
