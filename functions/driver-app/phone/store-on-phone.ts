import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry, KeptFile, Position, Remembered, Store } from '../engine/store.ts';

interface Tables extends DBSchema {
  remembered: { key: string; value: unknown };
  entries: { key: number; value: Entry };
  files: { key: string; value: KeptFile };
  positions: { key: number; value: Position };
}

/** Positions that wait at most: a driver out of reach for a day drops the oldest. */
const MAX_POSITIONS = 2_000;

/** The phone's memory in its database. */
export async function storeOnPhone(name = 'driver'): Promise<Store> {
  const database = await openDB<Tables>(name, 1, {
    upgrade(created) {
      created.createObjectStore('remembered');
      created.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      created.createObjectStore('files', { keyPath: 'id' });
      created.createObjectStore('positions', { keyPath: 'seq', autoIncrement: true });
    },
  });
  return {
    recall: async <Name extends keyof Remembered>(key: Name) =>
      (await database.get('remembered', key)) as Remembered[Name] | undefined,
    remember: async (key, value) => void (await database.put('remembered', value, key)),
    forget: async (...keys) =>
      void (await Promise.all(keys.map((key) => database.delete('remembered', key)))),
    entries: () => database.getAll('entries'),
    async addEntries(entries, files) {
      const change = database.transaction(['entries', 'files'], 'readwrite', { durability: 'strict' });
      for (const file of files) void change.objectStore('files').put(file);
      for (const entry of entries) void change.objectStore('entries').add(entry);
      await change.done;
    },
    async refuse(seq, refusal) {
      const change = database.transaction('entries', 'readwrite');
      const entry = await change.store.get(seq);
      if (entry) void change.store.put({ ...entry, refusal });
      await change.done;
    },
    removeEntries: (seqs) => removeEntries(database, seqs),
    file: (id) => database.get('files', id),
    putFile: async (file) => void (await database.put('files', file)),
    positions: () => database.getAll('positions'),
    async addPosition(position) {
      const change = database.transaction('positions', 'readwrite');
      void change.store.add(position);
      const keys = await change.store.getAllKeys();
      for (const key of keys.slice(0, -MAX_POSITIONS)) void change.store.delete(key);
      await change.done;
    },
    removePositions: async (seqs) => {
      const change = database.transaction('positions', 'readwrite');
      for (const seq of seqs) void change.store.delete(seq);
      await change.done;
    },
    async clear() {
      const tables = ['remembered', 'entries', 'files', 'positions'] as const;
      const change = database.transaction(tables, 'readwrite');
      for (const table of tables) void change.objectStore(table).clear();
      await change.done;
    },
  };
}

/** Removes the entries, and the pictures that no other entry names. */
async function removeEntries(database: IDBPDatabase<Tables>, seqs: readonly number[]): Promise<void> {
  const change = database.transaction(['entries', 'files'], 'readwrite');
  const entries = change.objectStore('entries');
  for (const seq of seqs) void entries.delete(seq);
  const needed = new Set((await entries.getAll()).flatMap(filesOf));
  const files = change.objectStore('files');
  for (const id of await files.getAllKeys()) if (!needed.has(id)) void files.delete(id);
  await change.done;
}

function filesOf({ report }: Entry): readonly string[] {
  if (report.kind !== 'delivery') return [];
  return report.proofs.flatMap((proof) => ('fileId' in proof ? [proof.fileId] : []));
}
