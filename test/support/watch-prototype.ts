/** A name that nothing has, in lower case only, so that no spelling changes it. */
export const CANARY = 'zzcanary';

/** What watching found. */
export interface PrototypeWatch extends Disposable {
  /** Places in the service's own code that looked the name up and found it on Object.prototype, each once. */
  readonly places: () => readonly string[];
}

/** Code of the service, whose look-ups count; libraries are responsible for their own. */
const OWN_CODE = /\/(?:lib|functions)\/(?!client\/)[^\s)]*\.ts:\d+/;

/**
 * Puts `CANARY` on Object.prototype, where `constructor` and `toString` are: code that looks up a name from outside in
 * a plain object, and not only among its own properties, finds it and is recorded.
 */
export function watchPrototype(): PrototypeWatch {
  const places = new Set<string>();
  Object.defineProperty(Object.prototype, CANARY, {
    configurable: true,
    get() {
      const frames = (new Error('looked up').stack ?? '').split('\n').slice(2);
      const [first = ''] = frames;
      // A look-up by a library does not count, even on behalf of the service.
      const place = /node_modules|node:/.test(first) ? undefined : OWN_CODE.exec(first)?.[0];
      if (place !== undefined) places.add(place.slice(1));
      return undefined;
    },
    set(value: unknown) {
      Object.defineProperty(this, CANARY, { value, writable: true, enumerable: true, configurable: true });
    },
  });
  return {
    places: () => [...places].toSorted(),
    [Symbol.dispose]: () => {
      Reflect.deleteProperty(Object.prototype, CANARY);
    },
  };
}
