import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
// Loaded here, because what the product loads with its first use would take time that is not the world's.
import zlib from 'node:zlib';
import type { World } from './world.ts';

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  now: Date.now,
  performanceNow: performance.now,
  random: Math.random,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  deflateRawSync: zlib.deflateRawSync,
  inflateRawSync: zlib.inflateRawSync,
};

/**
 * Puts the world's time and chance in the place of the machine's, for code that takes them from the language itself.
 * Returns what undoes it.
 */
export function useWorldsTime(world: World): () => void {
  const random = world.random('globals');
  Date.now = () => world.now();
  // A search that looks at the clock finds that a millisecond has passed: it ends, and after the same steps every time.
  let looks = 0;
  performance.now = () => world.now() + ++looks;
  Math.random = () => random.next();
  globalThis.setTimeout = ((run: () => void, ms = 0) =>
    world.scheduler.after(ms, run, { isBackground: true })) as unknown as typeof setTimeout;
  globalThis.setImmediate = ((run: () => void) =>
    world.scheduler.after(1, run)) as unknown as typeof setImmediate;
  globalThis.clearTimeout = ((timer?: { cancel?(): void }) => timer?.cancel?.()) as typeof clearTimeout;
  crypto.randomBytes = ((length: number) => Buffer.from(random.bytes(length))) as typeof crypto.randomBytes;
  crypto.randomUUID = () => {
    const hex = Buffer.from(random.bytes(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  // Stored values lie in the table unpacked: packing them took more time than anything else, and nothing shows it.
  zlib.deflateRawSync = ((value: string) => Buffer.from(value)) as typeof zlib.deflateRawSync;
  zlib.inflateRawSync = ((value: Uint8Array) => Buffer.from(value)) as typeof zlib.inflateRawSync;
  const getRandomValues = ((into: Uint8Array) => {
    into.set(random.bytes(into.length));
    return into;
  }) as typeof globalThis.crypto.getRandomValues;
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: getRandomValues, configurable: true });
  syncBuiltinESMExports();
  return () => {
    Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
    Date.now = real.now;
    performance.now = real.performanceNow;
    Math.random = real.random;
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    globalThis.setImmediate = real.setImmediate;
    crypto.randomBytes = real.randomBytes;
    crypto.randomUUID = real.randomUUID;
    zlib.deflateRawSync = real.deflateRawSync;
    zlib.inflateRawSync = real.inflateRawSync;
    syncBuiltinESMExports();
  };
}
