import { createRequire } from 'node:module';

/** The part of the converter in use; the package has no types. */
interface Converter {
  convertV2(
    input: { type: 'json'; data: object },
    options: Readonly<Record<string, unknown>>,
    done: (
      error: Error | null,
      result: { result: boolean; reason?: string; output?: readonly { data: object }[] },
    ) => void,
  ): void;
}

/** Variables of the collection: the address of `npm start`, and the key, which it prints. */
const VARIABLES = [
  { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
  { key: 'bearerToken', value: '' },
] as const;

/** The document as a collection of Postman, a folder for each heading. The same document makes the same collection. */
export async function postmanCollection(document: object): Promise<object> {
  const require = createRequire(import.meta.url);
  const converter: Converter = require('openapi-to-postmanv2');
  const options = {
    folderStrategy: 'Tags',
    requestParametersResolution: 'Example',
    exampleParametersResolution: 'Example',
    includeWebhooks: false,
  };
  // The converter writes into what it is given.
  const data = structuredClone(document);
  return new Promise((resolve, reject) => {
    converter.convertV2({ type: 'json', data }, options, (error, { result, reason, output = [] }) => {
      const [first] = output;
      if (error || !result || !first) return reject(error ?? new Error(reason));
      resolve({ ...(withoutIds(first.data) as object), variable: VARIABLES });
    });
  });
}

/** Random ids of folders, requests and replies mean nothing and would differ each time. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isNode = 'name' in value || 'item' in value || 'info' in value || '_postman_id' in value;
  return Object.fromEntries(
    entries
      .filter(([name]) => !(isNode && (name === 'id' || name === '_postman_id')))
      .map(([name, one]) => [name, withoutIds(one)]),
  );
}
