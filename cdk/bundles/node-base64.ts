/** Stands in for @stablelib/base64 in the bundles, which signatures of webhooks are written with: Node has it built in. */
export function encode(data: Uint8Array): string {
  return Buffer.from(data).toString('base64');
}

/** Bytes of standard base64, as the library reads it: a text that is none is refused. */
export function decode(text: string): Uint8Array {
  const data = Buffer.from(text, 'base64');
  if (data.toString('base64') !== text) throw new Error('Base64Coder: incorrect characters for decoding');
  return data;
}
