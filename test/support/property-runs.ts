/** How often a property is tried: `quick` times by `npm run check`, `deep` times by `npm run test:deep`. */
export function propertyRuns(quick: number, deep: number): number {
  return process.env.DEEP ? deep : quick;
}
