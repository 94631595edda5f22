/**
 * A dependency, an object or a function, that is built when it is first used and not when its function starts: only
 * invocations that need it load its code.
 */
export function onFirstUse<Dependency extends object>(make: () => Dependency): Dependency {
  let made: Dependency | undefined;
  const dependency = () => {
    made ??= make();
    return made;
  };
  const valueNamed = (name: string | symbol): unknown => {
    const value: unknown = Reflect.get(dependency(), name);
    return typeof value === 'function' ? value.bind(dependency()) : value;
  };
  return new Proxy((() => undefined) as unknown as Dependency, {
    apply: (_, self, given) => Reflect.apply(dependency() as (...given: unknown[]) => unknown, self, given),
    get: (_, name) => valueNamed(name),
    has: (_, name) => Reflect.has(dependency(), name),
    ownKeys: () => Reflect.ownKeys(dependency()),
    getOwnPropertyDescriptor: (_, name) =>
      Object.hasOwn(dependency(), name)
        ? { value: valueNamed(name), enumerable: true, configurable: true }
        : undefined,
  });
}
