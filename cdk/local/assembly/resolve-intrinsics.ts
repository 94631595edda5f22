/** Answers for the intrinsic functions of one template. */
export interface Scope {
  /** `Ref` of a resource, a parameter or a pseudo parameter; undefined when there is none of that name. */
  ref(name: string): string | typeof NO_VALUE | undefined;
  /** `Fn::GetAtt`; undefined when the resource or its attribute is unknown. */
  attribute(logicalId: string, attribute: string): string | undefined;
  /** `Fn::ImportValue`; undefined when no stack exports that name. */
  imported(name: string): string | undefined;
}

/** Value of `AWS::NoValue`: the property or the list item that holds it is left out. */
export const NO_VALUE: unique symbol = Symbol('AWS::NoValue');

/**
 * Replaces every intrinsic function in `value` by its result. `where` names the place in errors.
 *
 * Runs Ref, GetAtt, Join, Sub, Select, Split, Base64 and ImportValue; throws for every other function and for unknown
 * names.
 */
export function resolveIntrinsics(value: unknown, scope: Scope, where: string): unknown {
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve).filter((item) => item !== NO_VALUE);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part);
    const [name, argument] = entries[0] ?? [];
    if (entries.length === 1 && name !== undefined && isIntrinsic(name)) return call(name, argument);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, resolve(item)] as const).filter(([, item]) => item !== NO_VALUE),
    );
  };

  const call = (name: string, argument: unknown): unknown => {
    switch (name) {
      case 'Ref':
        return ref(text(argument));
      case 'Fn::GetAtt':
        return getAtt(argument);
      case 'Fn::Join': {
        const [separator, items] = pair(argument);
        return list(resolve(items)).map(text).join(text(separator));
      }
      case 'Fn::Sub':
        return sub(argument);
      case 'Fn::Select': {
        const [index, items] = pair(argument);
        const selected = list(resolve(items))[Number(resolve(index))];
        if (selected === undefined) throw new Error(`${where}: Fn::Select finds no item ${index}`);
        return selected;
      }
      case 'Fn::Split': {
        const [separator, source] = pair(argument);
        return text(resolve(source)).split(text(separator));
      }
      case 'Fn::Base64':
        return Buffer.from(text(resolve(argument))).toString('base64');
      case 'Fn::ImportValue': {
        const exported = text(resolve(argument));
        const value = scope.imported(exported);
        if (value === undefined) throw new Error(`${where}: no stack exports "${exported}"`);
        return value;
      }
      default:
        throw new Error(`${where}: intrinsic function ${name} is not supported by the local cloud`);
    }
  };

  const ref = (name: string): unknown => {
    const found = scope.ref(name);
    if (found === undefined) throw new Error(`${where}: Ref "${name}" names nothing in the template`);
    return found;
  };

  const getAtt = (argument: unknown): string => {
    const [id, ...rest] = typeof argument === 'string' ? argument.split('.') : list(argument).map(text);
    const attribute = rest.join('.');
    const found = id === undefined ? undefined : scope.attribute(id, attribute);
    if (found === undefined) {
      throw new Error(`${where}: Fn::GetAtt "${id}.${attribute}" is not supported by the local cloud`);
    }
    return found;
  };

  const sub = (argument: unknown): string => {
    const [template, variables] = Array.isArray(argument) ? pair(argument) : [argument, {}];
    const own = resolve(variables) as Record<string, unknown>;
    return text(template).replace(/\$\{([^}]+)\}/g, (_, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (name in own) return text(own[name]);
      return name.includes('.') ? getAtt(name) : text(ref(name));
    });
  };

  const text = (part: unknown): string => {
    if (typeof part === 'string') return part;
    if (typeof part === 'number' || typeof part === 'boolean') return String(part);
    throw new Error(`${where}: expected a text, found ${JSON.stringify(part)}`);
  };

  const list = (part: unknown): readonly unknown[] => {
    if (Array.isArray(part)) return part;
    throw new Error(`${where}: expected a list, found ${JSON.stringify(part)}`);
  };

  const pair = (part: unknown): readonly [unknown, unknown] => {
    const items = list(part);
    if (items.length === 2) return [items[0], items[1]];
    throw new Error(`${where}: expected two arguments, found ${JSON.stringify(part)}`);
  };

  return resolve(value);
}

function isIntrinsic(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::');
}
