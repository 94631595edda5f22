import { useState } from 'preact/hooks';
import { m } from '../messages/index.ts';
import { barcodesOn } from '../phone/barcodes.ts';

/** Photographs a barcode. `onRead` gets the barcodes on the photo; none when it shows none. */
export function BarcodePhoto({
  isMain = false,
  onRead,
}: {
  readonly isMain?: boolean;
  readonly onRead: (found: readonly string[]) => void;
}) {
  return (
    <label class={isMain ? 'button main' : 'button'}>
      {m.proofs.takeBarcode}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        class="hidden"
        onChange={async ({ currentTarget }) => {
          const [photo] = currentTarget.files ?? [];
          onRead((photo && (await barcodesOn(photo).catch(() => undefined))) ?? []);
        }}
      />
    </label>
  );
}

/** Photographs a barcode, or takes it as it is typed. `scanned` hears of each. */
export function ScanField({ scanned }: { readonly scanned: (value: string) => void }) {
  const [value, setValue] = useState('');
  const [isUnread, setUnread] = useState(false);
  return (
    <>
      <BarcodePhoto
        onRead={([read]) => {
          setUnread(read === undefined);
          if (read === undefined) return;
          setValue(read);
          scanned(read);
        }}
      />
      {isUnread && (
        <p class="problem" role="alert">
          {m.proofs.unread}
        </p>
      )}
      <label>
        {m.proofs.typed}
        <input
          value={value}
          maxLength={200}
          onInput={({ currentTarget }) => {
            setValue(currentTarget.value);
            scanned(currentTarget.value.trim());
          }}
        />
      </label>
    </>
  );
}
