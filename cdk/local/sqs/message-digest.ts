import { createHash } from 'node:crypto';

/** An attribute of a message, as the SQS API writes it: `BinaryValue` is base64. */
export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** The MD5 that SQS answers for a body, in hexadecimal. */
export function bodyDigest(body: string): string {
  return createHash('md5').update(body, 'utf8').digest('hex');
}

/** The MD5 that SQS answers for message attributes, in hexadecimal; undefined when there are none. */
export function attributesDigest(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).toSorted();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const { DataType, StringValue, BinaryValue } = attributes[name]!;
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    const binary = DataType.startsWith('Binary');
    hash.update(Buffer.from([binary ? 2 : 1]));
    add(binary ? Buffer.from(BinaryValue ?? '', 'base64') : Buffer.from(StringValue ?? ''));
  }
  return hash.digest('hex');
}

/** Bytes that count against the size limit: body, and names, types and values of the attributes. */
export function messageBytes(body: string, attributes: MessageAttributes): number {
  let bytes = Buffer.byteLength(body);
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(DataType);
    bytes +=
      BinaryValue === undefined
        ? Buffer.byteLength(StringValue ?? '')
        : Buffer.from(BinaryValue, 'base64').length;
  }
  return bytes;
}
