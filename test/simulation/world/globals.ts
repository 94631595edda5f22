import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
// Loaded here, because what the product loads on first use would take time that does not belong to the simulated world.
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
 * Replaces the machine's time and randomness by the world's, for code that uses the language's own. Returns a function
 * that undoes it.
 */
export function useWorldsTime(world: World): () => void {
  const random = world.random('globals');
  Date.now = () => world.now();
  // For a search that reads the clock, a millisecond has passed each time: it ends, always after the same steps.
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
  // Stored values are unpacked in the simulated table: packing them took more time than anything else, and nothing
  // would show it.
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
