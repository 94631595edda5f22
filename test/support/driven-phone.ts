import { randomUUID } from 'node:crypto';
import {
  type DriverDeps,
  note,
  signIn as signInWith,
  viewOf,
} from '../../functions/driver-app/engine/driver.ts';
import { reportsOf, stepsAt } from '../../functions/driver-app/engine/reports.ts';
import { serverAt } from '../../functions/driver-app/engine/server.ts';
import type {
  Entry,
  KeptFile,
  Position,
  Remembered,
  Store,
} from '../../functions/driver-app/engine/store.ts';
import { synchronize } from '../../functions/driver-app/engine/sync.ts';
import { nextVisit, toursOf } from '../../functions/driver-app/engine/visits.ts';

/** Version of the app that the phone names. */
const APP_VERSION = '1.0.0';

/** A phone with the engine of the driver's app: it talks to the service by HTTP, and keeps what it notes in memory. */
export interface DrivenPhone {
  /** Whether the phone is signed in by the code of an invitation. */
  signIn(code: string): Promise<boolean>;
  /** Starts the shift that is planned; false when the phone does not know it yet. */
  startShift(): Promise<boolean>;
  /** Sends what is noted, reads the work, and notes the next step of the first visit that is left. */
  takeNextStep(): Promise<void>;
}

/** A phone of the service at this address. */
export function drivenPhone(baseUrl: string): DrivenPhone {
  const deps: DriverDeps = {
    store: memoryStore(),
    server: serverAt(baseUrl),
    now: () => Date.now(),
    newId: () => randomUUID().replaceAll('-', ''),
  };
  const workNow = async () => {
    await synchronize({ ...deps, platform: 'android', appVersion: APP_VERSION, battery: async () => 0.8 });
    return (await viewOf(deps.store))?.work;
  };
  return {
    async signIn(code) {
      const device = { name: 'Phone', platform: 'android', appVersion: APP_VERSION };
      return (await signInWith(deps, code, device)).is === 'ok';
    },
    async startShift() {
      const shift = (await workNow())?.shifts[0];
      if (shift) await note(deps, [{ kind: 'shift', shiftId: shift.id, step: 'start' }]);
      return shift !== undefined;
    },
    async takeNextStep() {
      const work = await workNow();
      const [visit] = (work ? toursOf(work) : []).flatMap(({ visits }) => nextVisit(visits) ?? []);
      const [step] = visit ? stepsAt(visit) : [];
      if (visit && step) await note(deps, reportsOf(visit, step));
    },
  };
}

function memoryStore(): Store {
  const remembered = new Map<string, unknown>();
  const entries = new Map<number, Entry>();
  const files = new Map<string, KeptFile>();
  const positions = new Map<number, Position>();
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  return {
    recall: async <Name extends keyof Remembered>(name: Name) =>
      remembered.get(name) as Remembered[Name] | undefined,
    remember: async (name, value) => void remembered.set(name, value),
    forget: async (...names) => {
      for (const name of names) remembered.delete(name);
    },
    entries: async () => [...entries.values()],
    async addEntries(added, withFiles) {
      for (const file of withFiles) files.set(file.id, file);
      for (const entry of added) {
        const seq = next();
        entries.set(seq, { ...entry, seq });
      }
    },
    async refuse(seq, refusal) {
      const entry = entries.get(seq);
      if (entry) entries.set(seq, { ...entry, refusal });
    },
    removeEntries: async (seqs) => {
      for (const seq of seqs) entries.delete(seq);
    },
    file: async (id) => files.get(id),
    putFile: async (file) => void files.set(file.id, file),
    positions: async () => [...positions.values()],
    async addPosition(position) {
      const seq = next();
      positions.set(seq, { ...position, seq });
    },
    removePositions: async (seqs) => {
      for (const seq of seqs) positions.delete(seq);
    },
    clear: async () => {
      for (const kept of [remembered, entries, files, positions]) kept.clear();
    },
  };
}
