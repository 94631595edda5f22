import { FAULT_NAMES, type FaultName } from './faults.ts';

/**
 * The kinds of faults that can happen in a run: `only` these, or all, `without` some. Both are comma-separated lists,
 * as on the command line. Throws for an unknown name.
 */
export function chooseFaults({
  only,
  without,
}: {
  readonly only?: string | undefined;
  readonly without?: string | undefined;
}): readonly FaultName[] {
  const chosen = only === undefined ? FAULT_NAMES : namesIn(only, '--faults');
  const left = without === undefined ? [] : namesIn(without, '--without');
  return FAULT_NAMES.filter((name) => chosen.includes(name) && !left.includes(name));
}

function namesIn(list: string, option: string): readonly FaultName[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !FAULT_NAMES.some((one) => one === name));
  if (unknown !== undefined)
    throw new Error(`${option}: "${unknown}" is not a kind of fault. Use any of: ${FAULT_NAMES.join(', ')}.`);
  return names as readonly FaultName[];
}
