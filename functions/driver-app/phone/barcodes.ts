interface Detector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}

/** The barcodes on a photo, read by the browser where it can, otherwise by a reader that is loaded for it. */
export async function barcodesOn(file: Blob): Promise<readonly string[]> {
  const image = await createImageBitmap(file);
  try {
    const detector = (await ofBrowser()) ?? (await loaded());
    return (await detector.detect(image)).map(({ rawValue }) => rawValue);
  } finally {
    image.close();
  }
}

/** Undefined where the browser has none: on iPhones, and on computers. */
async function ofBrowser(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as {
    readonly BarcodeDetector?: {
      new (): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  };
  if (!BarcodeDetector) return undefined;
  // Some browsers have the class and no format.
  return (await BarcodeDetector.getSupportedFormats()).length > 0 ? new BarcodeDetector() : undefined;
}

/** 1 MB of WebAssembly, from the address of the app. */
async function loaded(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: address }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  prepareZXingModule({ overrides: { locateFile: () => address } });
  return new BarcodeDetector();
}
