/** A value that a condition can test or a text can show. */
export interface Variable {
  readonly path: string;
  readonly label: string;
  /** Under what it is listed: an entity, or a node. */
  readonly group: string;
  readonly type: string;
  readonly hasKeysBelow: boolean;
  /** Paths of which the first with a value is shown, if they are others than its own. */
  readonly sources?: readonly string[];
}

/** Entities of a sample order, by name, as the variables of workflows read them. */
export type Entities = Readonly<Record<string, unknown>>;

/** The value of a variable for a sample; undefined where it has none. */
export function valueAt(entities: Entities, path: string, sources: readonly string[] = [path]): unknown {
  for (const source of sources) {
    let value: unknown = entities;
    for (const part of source.split('.')) {
      value = typeof value === 'object' && value !== null ? (value as Entities)[part] : undefined;
    }
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** A value as texts show it. */
export function shownValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A text as a sample fills it in, and the variables that have no value in it. Outputs of nodes stay as they are. */
export function fillIn(
  text: string,
  entities: Entities,
  variables: readonly Variable[],
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, path: string) => {
    if (path.startsWith('node_var_')) return whole;
    const value = valueAt(entities, path, variables.find((one) => one.path === path)?.sources);
    if (value !== undefined) return shownValue(value);
    missing.push(path);
    return '';
  });
  return { text: filled, missing };
}
