import type * as z from 'zod';
import { explainIssues } from '../../../platform/core/describe-issues.ts';
import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import { conditionProblemCodes } from '../filters/compile-conditions.ts';
import { limits } from '../limits.ts';

/** Codes of the problems a definition can have. The part before the dot names the faulty part. */
export const problemCodes = Object.freeze([
  'definition.malformed',
  'definition.too-large',
  'node.malformed',
  'node.duplicate-key',
  'node.orphan',
  'node.trigger-count',
  'node.trigger-flag',
  'node.unexpected-field',
  'graph.cycle',
  'edge.malformed',
  'edge.duplicate-key',
  'edge.duplicate',
  'edge.unknown-node',
  'edge.into-trigger',
  'edge.kind',
  'edge.branch-missing',
  'edge.branch-unexpected',
  'edge.branch-unknown',
  'edge.branch-twice',
  'trigger.malformed',
  'trigger.unknown-event',
  'trigger.parameter-missing',
  'trigger.parameter-unexpected',
  'trigger.parameter-value',
  ...conditionProblemCodes,
  'filter.order',
  'switch.malformed',
  'switch.duplicate-case',
  'action.missing',
  'action.unknown',
  'action.config',
  'action.trigger',
  'action.reference',
  'action.exclusive',
  'variable.syntax',
  'variable.unknown',
  'variable.unavailable',
  'variable.order',
] as const);

/** Code of a problem. */
export type ProblemCode = (typeof problemCodes)[number];

/** Something that keeps a definition from being saved. */
export interface Problem {
  readonly code: ProblemCode;
  readonly nodeKey?: string;
  readonly edgeKey?: string;
  /** Where inside the node, the edge or the trigger. */
  readonly field?: string;
  /** One sentence with the error and the fix. */
  readonly message: string;
  /** The nearest existing name, where a name is not known. */
  readonly suggestion?: string;
}

/** A problem while it is put together. The nearest name is looked for only when there is room for it. */
type ProblemDraft = Pick<Problem, 'code' | 'message'> & {
  readonly nodeKey?: string | undefined;
  readonly edgeKey?: string | undefined;
  readonly field?: string | undefined;
  readonly suggestion?: (() => string | undefined) | undefined;
};

/** Takes a problem in. */
export type Report = (problem: ProblemDraft) => void;

/**
 * A list of problems and the function that adds to it. Absent parts are left out. The nearest name is looked for
 * `limits.suggestions` times: with thousands of unknown names, comparing them all would take seconds.
 */
export function collectProblems(): { readonly problems: Problem[]; readonly report: Report } {
  const problems: Problem[] = [];
  let searches = 0;
  const report: Report = ({ code, nodeKey, edgeKey, field, message, suggestion }) => {
    const nearest = suggestion === undefined || searches >= limits.suggestions ? undefined : suggestion();
    if (suggestion !== undefined) searches += 1;
    problems.push({
      code,
      ...(nodeKey === undefined ? {} : { nodeKey }),
      ...(edgeKey === undefined ? {} : { edgeKey }),
      ...(field === undefined || field === '' ? {} : { field }),
      message,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
    });
  };
  return { problems, report };
}

/**
 * The field, sentence and nearest key of each thing that is wrong with a part. `keys` are those that would be right.
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  keys: readonly string[],
): readonly {
  readonly field: string;
  readonly message: string;
  readonly suggestion?: () => string | undefined;
}[] {
  return explainIssues(issues, input).map(({ path, sentence, unknownName }) => {
    const field = path.map(String).join('.');
    if (unknownName === undefined)
      return { field, message: field === '' ? sentence : `"${field}": ${sentence}` };
    const message = `There is no field "${unknownName}" here.`;
    return { field, message, suggestion: () => nearestMatch(unknownName, keys) };
  });
}
