import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A picture of a barcode with this text, as a PNG. */
export async function barcodeImage(text: string): Promise<Buffer> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer } });
  const { image, error } = await writeBarcode(text, { format: 'Code128', scale: 4 });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}
