/** Replaces @stablelib/base64, which writes signatures of webhooks, in the bundles: Node has it built in. */
export function encode(data: Uint8Array): string {
  return Buffer.from(data).toString('base64');
}

/** Bytes of standard base64, as the library reads it: any other text is refused. */
export function decode(text: string): Uint8Array {
  const data = Buffer.from(text, 'base64');
  if (data.toString('base64') !== text) throw new Error('Base64Coder: incorrect characters for decoding');
  return data;
}
