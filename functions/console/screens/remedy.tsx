import { useState } from 'preact/hooks';
import { ApiError, change, get } from '../kit/api.ts';
import { dateTime, distance, money } from '../kit/format.ts';
import { go } from '../kit/router.ts';
import { attempt, Button, Dialog, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { remediesTexts } from '../texts/late-texts.ts';
import { planning } from './late-failures.ts';

type Entered = number | string | readonly string[] | null;

/** One value that a remedy changes, as the API names it. */
export interface Edit {
  readonly operation: 'updateOrder' | 'updateVehicle' | 'upsertShifts';
  readonly id: string;
  readonly name: string;
  /** Path with dots. */
  readonly field: string;
  readonly from: Entered;
  readonly to: Entered;
}

type Fields = Readonly<Record<string, unknown>>;

/** A remedy as a button: says what changes, changes it, and plans again. */
export function RemedyButton({
  remedy,
  edits,
  planAgain,
}: {
  remedy: string;
  edits: readonly Edit[];
  /** Body of the request that plans the same orders. */
  planAgain: Fields;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    const again = await attempt(async () => {
      await applyAll(edits);
      return planning(() => change<{ id: string }>('POST', '/v1/activities/optimization', planAgain));
    });
    setBusy(false);
    setAsking(false);
    if (again === undefined) return;
    go(`/optimization/${again.id}`);
    toast(remediesTexts.remedy.applied, 'good', {
      label: m.actions.undo,
      run: () => void attempt(() => applyAll(edits.toReversed().map(reversed)), remediesTexts.remedy.undone),
    });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{remedy}</Button>
      {asking && (
        <Dialog title={remediesTexts.remedy.title} onClose={() => setAsking(false)}>
          <div class="scroll">
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{remediesTexts.remedy.what}</th>
                  <th scope="col">{remediesTexts.remedy.present}</th>
                  <th scope="col">{remediesTexts.remedy.next}</th>
                </tr>
              </thead>
              <tbody>
                {edits.map(({ id, name, field, from, to }) => (
                  <tr key={`${id} ${field}`}>
                    <th scope="row">
                      {name}: {nameOf(field)}
                    </th>
                    <td>{shown(field, from)}</td>
                    <td>{shown(field, to)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p class="quiet">{remediesTexts.remedy.thenPlanned}</p>
          <div class="actions end">
            <Button onClick={() => setAsking(false)}>{m.actions.cancel}</Button>
            <Button kind="primary" busy={busy} onClick={() => void apply()}>
              {remediesTexts.remedy.apply}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function nameOf(field: string): string {
  const { fields } = remediesTexts.remedy;
  const name = field.slice(field.lastIndexOf('.') + 1);
  return Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : field;
}

function shown(field: string, value: Entered): string {
  if (value === null) return m.none;
  if (typeof value === 'object') return value.join(', ') || m.none;
  if (field.endsWith('leaveOutCents')) return money(Number(value));
  if (field.endsWith('maxDistance')) return distance(Number(value) * 1_000);
  return /(?:EndTime|plannedEnd)$/.test(field) ? dateTime(String(value)) : String(value);
}

const reversed = (edit: Edit): Edit => ({ ...edit, from: edit.to, to: edit.from });

/** Applies all edits. Those before one that is refused are taken back. */
async function applyAll(edits: readonly Edit[]): Promise<void> {
  const done: Edit[] = [];
  try {
    for (const edit of edits) {
      await applyOne(edit);
      done.unshift(reversed(edit));
    }
  } catch (error) {
    for (const edit of done) await applyOne(edit);
    throw error;
  }
}

const PATHS = { updateOrder: '/v1/order', updateVehicle: '/v1/vehicle', upsertShifts: '/v1/shift' } as const;

/** Changes one value, unless it has become another one since the run. */
async function applyOne({ operation, id, name, field, from, to }: Edit): Promise<void> {
  const path = `${PATHS[operation]}/${encodeURIComponent(id)}`;
  const present = await get<Fields & { readonly version: number }>(path);
  const [first = '', inner] = field.split('.');
  const around = inner === undefined ? undefined : ((present[first] ?? {}) as Fields);
  const value = around && inner !== undefined ? around[inner] : present[first];
  if (JSON.stringify(value ?? null) !== JSON.stringify(from))
    throw new ApiError(409, { error: { message: remediesTexts.remedy.outdated(name) } });
  const changed = around && inner !== undefined ? { ...around, [inner]: to ?? undefined } : to;
  if (operation !== 'upsertShifts') {
    await change('PATCH', path, { [first]: changed }, present.version);
    return;
  }
  const { name: shift, plannedStart, plannedEnd } = present;
  const row = { id, version: present.version, name: shift, plannedStart, plannedEnd, [first]: changed };
  await change('POST', '/v1/shifts/upsert', { shifts: [row] });
}
