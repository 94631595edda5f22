import { LOCAL_ACCOUNT, LOCAL_REGION, type Resource, UnsupportedInTemplate } from '../ports.ts';
import { matchesPattern } from './match-pattern.ts';

/** One operator applied to one key of a `Condition` block. All of a statement's conditions must hold. */
export interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

type Test = (actual: string, expected: string) => boolean;

const OPERATORS: Readonly<Record<string, { readonly test: Test; readonly negated?: true }>> = {
  ArnEquals: { test: (actual, expected) => matchesPattern(expected, actual) },
  ArnLike: { test: (actual, expected) => matchesPattern(expected, actual) },
  ArnNotEquals: { test: (actual, expected) => matchesPattern(expected, actual), negated: true },
  ArnNotLike: { test: (actual, expected) => matchesPattern(expected, actual), negated: true },
  Bool: { test: (actual, expected) => actual === expected },
  StringEquals: { test: (actual, expected) => actual === expected },
  StringEqualsIgnoreCase: { test: (actual, expected) => actual.toLowerCase() === expected.toLowerCase() },
  StringLike: { test: (actual, expected) => matchesPattern(expected, actual) },
  StringNotEquals: { test: (actual, expected) => actual === expected, negated: true },
  StringNotLike: { test: (actual, expected) => matchesPattern(expected, actual), negated: true },
};

/** Keys with the same value in every local call. The loopback address counts as TLS. */
const GLOBAL_CONTEXT: Readonly<Record<string, string>> = {
  'aws:PrincipalAccount': LOCAL_ACCOUNT,
  'aws:RequestedRegion': LOCAL_REGION,
  'aws:ResourceAccount': LOCAL_ACCOUNT,
  'aws:SecureTransport': 'true',
  'aws:SourceAccount': LOCAL_ACCOUNT,
};

/** Keys that a call may carry. */
const CALL_KEYS = [
  'aws:PrincipalArn',
  'aws:SourceArn',
  'dynamodb:LeadingKeys',
  'iam:PassedToService',
  'kms:ViaService',
];

const KNOWN_KEYS = new Set([...Object.keys(GLOBAL_CONTEXT), ...CALL_KEYS].map((key) => key.toLowerCase()));

/** The operator itself. A need has one value for each key: a call with several values has that many needs. */
function plain(operator: string): string {
  return operator.replace(/^For(?:Any|All)Values?:/, '').replace(/IfExists$/, '');
}

/** Reads a `Condition` block. Throws `UnsupportedInTemplate` for operators and keys that are not evaluated here. */
export function readConditions(
  resource: Pick<Resource, 'stack' | 'logicalId' | 'type'>,
  property: string,
  block: unknown,
): readonly Condition[] {
  return Object.entries((block ?? {}) as Record<string, Record<string, unknown>>).flatMap(
    ([operator, entries]) => {
      if (OPERATORS[plain(operator)] === undefined) {
        throw new UnsupportedInTemplate(resource, `${property}.${operator}`);
      }
      return Object.entries(entries).map(([key, expected]) => {
        if (!KNOWN_KEYS.has(key.toLowerCase())) {
          throw new UnsupportedInTemplate(resource, `${property}.${operator}.${key}`);
        }
        const values = (Array.isArray(expected) ? expected : [expected]).map(String);
        return { operator, key, values };
      });
    },
  );
}

/** True when `condition` holds for a call with these keys. */
export function evaluateCondition(
  { operator, key, values }: Condition,
  context: Readonly<Record<string, string>>,
): boolean {
  const ifExists = operator.endsWith('IfExists');
  const { test, negated } = OPERATORS[plain(operator)]!;
  const wanted = key.toLowerCase();
  const actual = Object.entries({ ...GLOBAL_CONTEXT, ...context }).find(
    ([name]) => name.toLowerCase() === wanted,
  )?.[1];
  // Of a key that is not there, every value is as wanted.
  if (actual === undefined) return ifExists || negated === true || operator.startsWith('ForAllValues:');
  const met = values.some((value) => test(actual, value));
  return negated === true ? !met : met;
}
