import { type Resource, UnsupportedInTemplate } from '../ports.ts';
import { type Condition, readConditions } from './evaluate-condition.ts';

/** One statement of a policy, with its one-or-many fields as lists. */
export interface Statement {
  readonly allow: boolean;
  readonly actions: readonly string[];
  /** Empty in a trust policy. */
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
  /** Service names, role ARNs or `*` of a resource policy's `Principal`; undefined in an identity policy. */
  readonly principals: readonly string[] | undefined;
}

const KNOWN_FIELDS = new Set(['Action', 'Condition', 'Effect', 'Principal', 'Resource', 'Sid']);

/**
 * Reads a policy document. Throws `UnsupportedInTemplate` for NotAction, NotResource, NotPrincipal, policy variables
 * and conditions that cannot be evaluated here: skipping one would allow more than AWS does.
 */
export function readStatements(
  resource: Pick<Resource, 'stack' | 'logicalId' | 'type'>,
  property: string,
  document: unknown,
): readonly Statement[] {
  const listed = (document as { Statement?: unknown } | undefined)?.Statement;
  return many(listed).map((entry, index) => {
    const at = `${property}.Statement.${index}`;
    const statement = entry as Readonly<Record<string, unknown>>;
    for (const field of Object.keys(statement)) {
      if (!KNOWN_FIELDS.has(field)) throw new UnsupportedInTemplate(resource, `${at}.${field}`);
    }
    const resources = many(statement.Resource).map(String);
    if (resources.some((arn) => arn.includes('${'))) {
      throw new UnsupportedInTemplate(resource, `${at}.Resource`, 'policy variables are not evaluated');
    }
    return {
      allow: statement.Effect === 'Allow',
      actions: many(statement.Action).map(String),
      resources,
      conditions: readConditions(resource, `${at}.Condition`, statement.Condition),
      principals: readPrincipals(statement.Principal),
    };
  });
}

function readPrincipals(principal: unknown): readonly string[] | undefined {
  if (principal === undefined) return undefined;
  if (typeof principal === 'string') return [principal];
  return Object.values(principal as Record<string, unknown>).flatMap((value) => many(value).map(String));
}

function many(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
