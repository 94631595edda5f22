import {
  LOCAL_ACCOUNT,
  type Need,
  type Permissions,
  type Principal,
  type Resource,
  UnsupportedInTemplate,
} from '../ports.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { MANAGED_POLICIES } from './managed-policies.ts';
import { matchesPattern } from './match-pattern.ts';
import { readStatements, type Statement } from './read-statements.ts';
import { roleName } from './role-name.ts';

interface InvokePermission {
  readonly functionName: string;
  readonly service: string;
  readonly sourceArn: string | undefined;
}

interface Role {
  readonly statements: Statement[];
  /** Services that the trust policy allows to act in this role. */
  readonly trusted: readonly string[];
  readonly managedPolicyArns: readonly string[];
}

/** Everything that the template allows: role policies, resource policies and Lambda permissions. */
export class TemplatePermissions implements Permissions {
  readonly #roles = new Map<string, Role>();
  readonly #resourceStatements: Statement[] = [];
  readonly #invokePermissions: InvokePermission[] = [];

  /** Reads the permissions of resources. Call once, before the first check. */
  read(resources: readonly Resource[]): void {
    for (const resource of resources) {
      if (resource.type === 'AWS::IAM::Role') this.#addRole(resource);
    }
    for (const resource of resources) this.#addPolicies(resource);
  }

  /** True when the trust policy of the role allows `service` (`lambda.amazonaws.com`) to assume it. */
  trusts(roleArn: string, service: string): boolean {
    return this.#roles.get(roleName(roleArn))?.trusted.includes(service) ?? false;
  }

  refusal(principal: Principal, need: Need): string | undefined {
    return 'role' in principal
      ? this.#roleRefusal(principal.role, need)
      : this.#serviceRefusal(principal, need);
  }

  #roleRefusal(roleArn: string, need: Need): string | undefined {
    const name = roleName(roleArn);
    const context = { 'aws:PrincipalArn': roleArn, ...need.context };
    const own = this.#roles.get(name)?.statements ?? [];
    const forResource = this.#resourceStatements.filter(
      ({ principals }) => principals?.some((who) => who === '*' || who === roleArn) ?? false,
    );
    const applying = [...own, ...forResource].filter((statement) => applies(statement, need, context));
    const user = `User: arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${name}/local`;
    const what = `is not authorized to perform: ${need.action} on resource: ${need.resource}`;
    const deny = applying.find(({ allow }) => !allow);
    if (deny !== undefined) {
      const kind = deny.principals === undefined ? 'an identity-based policy' : 'a resource-based policy';
      return `${user} ${what} with an explicit deny in ${kind}`;
    }
    if (applying.some(({ allow }) => allow)) return undefined;
    return `${user} ${what} because no identity-based policy allows the ${need.action} action`;
  }

  #serviceRefusal(
    { service, sourceArn }: Extract<Principal, { readonly service: string }>,
    need: Need,
  ): string | undefined {
    const context = { 'aws:SourceArn': sourceArn, ...need.context };
    const applying = this.#resourceStatements.filter(
      (statement) =>
        (statement.principals?.some((who) => who === '*' || who === service) ?? false) &&
        applies(statement, need, context),
    );
    const allowed =
      applying.some(({ allow }) => allow) ||
      (need.action === 'lambda:InvokeFunction' &&
        this.#invokePermissions.some(
          (permission) =>
            need.resource.endsWith(`:function:${permission.functionName}`) &&
            permission.service === service &&
            (permission.sourceArn === undefined || matchesPattern(permission.sourceArn, sourceArn)),
        ));
    if (allowed && applying.every(({ allow }) => allow)) return undefined;
    return `${service} for ${sourceArn} is not authorized to perform: ${need.action} on resource: ${need.resource} because no resource-based policy allows the ${need.action} action`;
  }

  #addRole(resource: Resource): void {
    const statements: Statement[] = [];
    const { Policies, ManagedPolicyArns, AssumeRolePolicyDocument } = resource.properties;
    for (const [index, policy] of ((Policies ?? []) as { PolicyDocument?: unknown }[]).entries()) {
      statements.push(...readStatements(resource, `Policies.${index}.PolicyDocument`, policy.PolicyDocument));
    }
    for (const arn of (ManagedPolicyArns ?? []) as string[]) {
      const actions = MANAGED_POLICIES[arn];
      if (actions !== undefined) {
        statements.push({ allow: true, actions, resources: ['*'], conditions: [], principals: undefined });
      } else if (!arn.startsWith(`arn:aws:iam::${LOCAL_ACCOUNT}:policy/`)) {
        throw new UnsupportedInTemplate(resource, 'ManagedPolicyArns', `"${arn}" is not known locally`);
      }
    }
    const trusted = readStatements(resource, 'AssumeRolePolicyDocument', AssumeRolePolicyDocument)
      .filter(({ allow }) => allow)
      .flatMap(({ principals }) => principals ?? []);
    this.#roles.set(resource.physicalName, {
      statements,
      trusted,
      managedPolicyArns: (ManagedPolicyArns ?? []) as string[],
    });
  }

  #addPolicies(resource: Resource): void {
    const { properties } = resource;
    switch (resource.type) {
      case 'AWS::IAM::ManagedPolicy':
      case 'AWS::IAM::Policy': {
        const statements = readStatements(resource, 'PolicyDocument', properties.PolicyDocument);
        const attached = new Set(((properties.Roles ?? []) as string[]).map(roleName));
        const arn = `:policy/${resource.physicalName}`;
        for (const [name, role] of this.#roles) {
          if (role.managedPolicyArns.some((candidate) => candidate.endsWith(arn))) attached.add(name);
        }
        for (const name of attached) this.#role(resource, name).statements.push(...statements);
        break;
      }
      case 'AWS::S3::BucketPolicy':
      case 'AWS::SQS::QueuePolicy':
      case 'AWS::SecretsManager::ResourcePolicy': {
        const property =
          resource.type === 'AWS::SecretsManager::ResourcePolicy' ? 'ResourcePolicy' : 'PolicyDocument';
        this.#resourceStatements.push(...readStatements(resource, property, properties[property]));
        break;
      }
      case 'AWS::Lambda::Permission':
        this.#invokePermissions.push({
          functionName: functionNameIn(String(properties.FunctionName)),
          service: String(properties.Principal),
          sourceArn: properties.SourceArn === undefined ? undefined : String(properties.SourceArn),
        });
        break;
    }
  }

  #role(resource: Resource, name: string): Role {
    const role = this.#roles.get(name);
    if (role === undefined)
      throw new UnsupportedInTemplate(resource, 'Roles', `no role "${name}" in the template`);
    return role;
  }
}

function applies(statement: Statement, need: Need, context: Readonly<Record<string, string>>): boolean {
  const action = need.action.toLowerCase();
  return (
    statement.actions.some((pattern) => matchesPattern(pattern.toLowerCase(), action)) &&
    statement.resources.some((pattern) => matchesPattern(pattern, need.resource)) &&
    statement.conditions.every((condition) => evaluateCondition(condition, context))
  );
}

/** `orders` of `orders`, of its ARN, and of the ARN of an alias or version of it. */
function functionNameIn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;
}
