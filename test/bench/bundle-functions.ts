import { functionEntries } from '../../cdk/build-functions.ts';
import type { Resource } from '../../cdk/local/ports.ts';

/** The function of each bundle in the template. Throws when one has none. */
export function bundleFunctions(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function');
  return new Map(
    [...functionEntries().keys()].map((bundle) => {
      // Logical ids are the path of the construct: the bundle's, and a queue worker's within its consumer.
      const path = new RegExp(`^${bundle.replaceAll('-', '')}(Worker)?Function`);
      const found = functions.find(({ logicalId }) => path.test(logicalId));
      if (!found) throw new Error(`The template has no function of the bundle ${bundle}.`);
      return [bundle, found];
    }),
  );
}
