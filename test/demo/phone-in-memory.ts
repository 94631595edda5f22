import { randomUUID } from 'node:crypto';
import type { DriverDeps } from '../../functions/driver-app/engine/driver.ts';
import { serverAt } from '../../functions/driver-app/engine/server.ts';
import type {
  Entry,
  KeptFile,
  Position,
  Remembered,
  Store,
} from '../../functions/driver-app/engine/store.ts';

/** A phone with the engine of the driver's app, which keeps what it notes in memory. */
export function phoneInMemory(baseUrl: string): DriverDeps {
  return {
    store: memoryStore(),
    server: serverAt(baseUrl),
    now: () => Date.now(),
    newId: () => randomUUID().replaceAll('-', ''),
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
