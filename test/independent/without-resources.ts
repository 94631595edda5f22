/** A template of CloudFormation. */
export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

/** One of its resources. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
}

/**
 * A template without the resources for which `whyLeftOut` has a reason. What refers to them gets a text in the place of
 * their names and attributes.
 */
export function withoutResources(
  template: Template,
  whyLeftOut: (resource: TemplateResource) => string | undefined,
): Template {
  const gone = new Map(
    Object.entries(template.Resources)
      .filter(([, resource]) => whyLeftOut(resource) !== undefined)
      .map(([id, { Type }]) => [id, Type]),
  );
  const kept = Object.fromEntries(
    Object.entries(template.Resources).flatMap(([id, resource]) =>
      gone.has(id) ? [] : [[id, withoutDependencies(resource, gone)]],
    ),
  );
  return replace({ ...template, Resources: kept }, gone) as Template;
}

function withoutDependencies(
  resource: TemplateResource,
  gone: ReadonlyMap<string, string>,
): TemplateResource {
  const { DependsOn, ...rest } = resource;
  const left = [DependsOn ?? []].flat().filter((id) => !gone.has(id));
  return left.length > 0 ? { ...rest, DependsOn: left } : rest;
}

function replace(value: unknown, gone: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replace(one, gone));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': got } = value as { readonly Ref?: unknown; readonly 'Fn::GetAtt'?: unknown };
  const [id, attribute] = Array.isArray(got) ? (got as readonly string[]) : [];
  if (typeof Ref === 'string' && gone.has(Ref))
    return placeholder(Ref, NAMED_BY_ARN.has(gone.get(Ref) ?? '') ? 'Arn' : 'Name');
  if (id !== undefined && gone.has(id)) return placeholder(id, String(attribute));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one, gone)]));
}

/** Types of which Ref is the ARN. */
const NAMED_BY_ARN = new Set([
  'AWS::SecretsManager::Secret',
  'AWS::SNS::Topic',
  'AWS::Lambda::Alias',
  'AWS::CloudWatch::CompositeAlarm',
]);

/** An ARN where one is asked for: some services look at its parts. */
function placeholder(id: string, attribute: string): string {
  return attribute.endsWith('Arn') ? `arn:aws:none:us-east-1:123456789012:${id}` : `${id}-${attribute}`;
}
