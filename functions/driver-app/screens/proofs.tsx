import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Proof, Report } from '../engine/reports.ts';
import { m } from '../messages/index.ts';
import { type Picture, pictureOf, smallerPhoto } from '../phone/pictures.ts';
import type { ProofProps } from './act.ts';
import { AgeCheck, IdentityCheck } from './checks.tsx';
import { ConditionPanel, PickingPanel } from './items.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { BarcodePhoto } from './scan-field.tsx';

/** Takes one required proof, or what else the driver has to report. */
export function ProofPanel(props: ProofProps) {
  const { proof, name } = props;
  const Asked = ASKED[proof];
  return (
    <div class="card">
      {name && <p class="quiet">{name}</p>}
      {Asked ? <Asked {...props} /> : <Proved {...props} />}
    </div>
  );
}

/** What is no picture, scan or code. */
const ASKED: Readonly<Record<string, (props: ProofProps) => JSX.Element>> = {
  age_verification_on_delivery: AgeCheck,
  id_verification_on_delivery: IdentityCheck,
  payment_collection: MoneyPanel,
  pick_and_pack: PickingPanel,
  return_condition: ConditionPanel,
};

function Proved(props: ProofProps) {
  const { proof } = props;
  return (
    <>
      {proof.startsWith('photo') ? (
        <Photo {...props} />
      ) : proof.startsWith('signature') ? (
        <Signature {...props} />
      ) : proof.startsWith('barcode') ? (
        <Barcode {...props} />
      ) : (
        <Pincode {...props} />
      )}
    </>
  );
}

const update = (deliveryId: string, proofs: readonly Proof[], pincode?: string): readonly Report[] => [
  { kind: 'delivery', deliveryId, update: pincode === undefined ? {} : { pincode }, proofs },
];

function keep({ proof, deliveryId, act, newId }: ProofProps, pictures: readonly Picture[]) {
  const files = pictures.map((picture) => ({
    ...picture,
    id: newId(),
    deliveryId,
    announced: null,
    documentId: null,
  }));
  const proofs = files.map(({ id }) => ({ podType: proof, fileId: id }));
  return act(update(deliveryId, proofs), m.visit.proved, { files });
}

function Photo(props: ProofProps) {
  const [failure, setFailure] = useState('');
  return (
    <>
      <label class="button main">
        {m.proofs.photo}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          class="hidden"
          onChange={async ({ currentTarget }) => {
            try {
              await keep(props, await Promise.all([...(currentTarget.files ?? [])].map(smallerPhoto)));
            } catch {
              setFailure(m.proofs.failed);
            }
          }}
        />
      </label>
      {failure && <Problem words={failure} />}
    </>
  );
}

function Signature(props: ProofProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isSigned, setSigned] = useState(false);
  const draw = (event: PointerEvent, begins: boolean) => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen || event.buttons === 0) return;
    const box = canvas.current.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * canvas.current.width;
    const y = ((event.clientY - box.top) / box.height) * canvas.current.height;
    pen.lineWidth = 4;
    pen.lineCap = 'round';
    if (begins) {
      pen.beginPath();
      pen.moveTo(x, y);
    }
    pen.lineTo(x, y);
    pen.stroke();
    setSigned(true);
  };
  return (
    <>
      <p>{m.proofs.sign}</p>
      <canvas
        ref={canvas}
        width={600}
        height={240}
        class="signature"
        role="img"
        aria-label={m.proofs.sign}
        onPointerDown={(event) => {
          canvas.current?.setPointerCapture(event.pointerId);
          draw(event, true);
        }}
        onPointerMove={(event) => draw(event, false)}
      />
      <div class="pair">
        <button
          type="button"
          class="main"
          disabled={!isSigned}
          onClick={async () => {
            if (canvas.current) await keep(props, [await pictureOf(canvas.current, 'image/png')]);
          }}
        >
          {m.proofs.save}
        </button>
        <button
          type="button"
          onClick={() => {
            canvas.current?.getContext('2d')?.clearRect(0, 0, 600, 240);
            setSigned(false);
          }}
        >
          {m.proofs.clear}
        </button>
      </div>
    </>
  );
}

function Barcode({ proof, deliveryId, barcodes, act }: ProofProps) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const take = (value: string, status: 'success' | 'manually_entered') => {
    if (barcodes.length > 0 && !barcodes.includes(value))
      return setFailure(m.proofs.wrong(barcodes.join(', ')));
    return void act(update(deliveryId, [{ podType: proof, value, status }]), m.visit.proved);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take(typed.trim(), 'manually_entered');
      }}
    >
      <BarcodePhoto
        isMain
        onRead={(found) => {
          const value = found.find((one) => barcodes.length === 0 || barcodes.includes(one)) ?? found[0];
          if (value === undefined) setFailure(m.proofs.unread);
          else take(value, 'success');
        }}
      />
      {failure && <Problem words={failure} />}
      <label>
        {m.proofs.typed}
        <input
          value={typed}
          required
          maxLength={500}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit">{m.proofs.save}</button>
    </form>
  );
}

function Pincode({ deliveryId, act }: ProofProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act(update(deliveryId, [], typed.trim()), m.visit.proved);
      }}
    >
      <label>
        {m.proofs.pincode}
        <input
          value={typed}
          inputMode="numeric"
          autocomplete="off"
          required
          maxLength={10}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        {m.proofs.save}
      </button>
    </form>
  );
}

function Problem({ words }: { readonly words: string }) {
  return (
    <p class="problem" role="alert">
      {words}
    </p>
  );
}
