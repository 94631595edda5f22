import { inflateSync } from 'node:zlib';

/** The texts that a PDF draws, in order, one a line. */
export function pdfText(content: Uint8Array): string {
  const bytes = Buffer.from(content);
  const texts: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1)) {
    // `endstream` ends in the same word.
    if (bytes.subarray(at - 3, at).toString() === 'end') continue;
    const end = bytes.indexOf('endstream', at);
    const drawn = unpacked(bytes.subarray(at + 7, end)).toString('latin1');
    for (const [, hex = ''] of drawn.matchAll(/<([0-9A-F]+)> Tj/g)) {
      texts.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
    }
  }
  return texts.join('\n');
}

function unpacked(stream: Uint8Array): Buffer {
  try {
    return inflateSync(stream);
  } catch {
    return Buffer.from(stream);
  }
}
