import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import type { MetadataJson } from 'libphonenumber-js';

/** Layout of the package's plans for which `FORMATS` is an index. */
const LAYOUT = 4;

/** Index of the formats in which a plan writes its numbers for people. */
const FORMATS = 4;

/**
 * Telephone numbering plans without the formats for people, which are three fifths of them: numbers are read and stored
 * in E.164. Throws when the package has another layout.
 */
export function withoutFormats(plans: MetadataJson): MetadataJson {
  if (plans.version !== LAYOUT) {
    throw new Error(`The telephone plans have layout ${plans.version}: check where it keeps the formats.`);
  }
  const { countries, nonGeographic } = plans;
  return { ...plans, countries: trimmed(countries), nonGeographic: trimmed(nonGeographic) };
}

function trimmed<Plans extends object>(plans: Plans): Plans {
  const without = (plan: readonly unknown[]) => plan.map((part, index) => (index === FORMATS ? 0 : part));
  return Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, without(plan)])) as Plans;
}

/** Puts telephone plans without formats into the bundles, as JSON, which is parsed faster than code. */
export const trimPhonePlans: Plugin = Object.freeze({
  name: 'trim-phone-plans',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /libphonenumber-js\/metadata\.\w+\.json\.js$/ }, ({ path }) => {
      const plans = JSON.parse(readFileSync(path.replace(/\.js$/, ''), 'utf8'));
      const json = JSON.stringify(JSON.stringify(withoutFormats(plans)));
      return { contents: `export default JSON.parse(${json});` };
    });
  },
});
