import {
  LOCAL_ACCOUNT,
  LOCAL_REGION,
  type Resource,
  type ResourceType,
  UnsupportedInTemplate,
} from '../ports.ts';
import { checkProperties } from './check-properties.ts';
import { physicalName } from './physical-name.ts';
import type { Assembly, Template } from './read-assembly.ts';
import { NO_VALUE, resolveIntrinsics, type Scope } from './resolve-intrinsics.ts';

/** Resource types by name. */
export type Registry = ReadonlyMap<string, ResourceType>;

/** A template with every value known. */
export interface ResolvedAssembly {
  /** In the order of the templates. */
  readonly resources: readonly Resource[];
  /** Outputs by stack and name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Types that only serve the deployment itself. */
const DEPLOYMENT_ONLY = new Set(['AWS::CDK::Metadata']);

/** Registers `types`. Throws when two of them claim the same name. */
export function registerTypes(types: readonly ResourceType[]): Registry {
  const registry = new Map<string, ResourceType>();
  for (const type of types) {
    if (registry.has(type.type)) throw new Error(`two parts of the local cloud run ${type.type}`);
    registry.set(type.type, type);
  }
  return registry;
}

/**
 * Names every resource, resolves all intrinsic functions and checks that the local cloud supports each property.
 *
 * Throws `UnsupportedInTemplate` for the first type or property that it does not support.
 */
export function resolveResources(assembly: Assembly, registry: Registry): ResolvedAssembly {
  const stacks = new Map(
    assembly.templates.map((template) => [template.stack, openStack(template, registry)]),
  );
  const imports = new Map<string, () => string>();
  for (const { template, scope } of stacks.values()) {
    for (const { name, value, exportName } of template.outputs) {
      if (exportName === undefined) continue;
      const where = `${template.stack} output ${name}`;
      imports.set(String(resolveIntrinsics(exportName, scope, where)), () =>
        String(resolveIntrinsics(value, scope, where)),
      );
    }
  }
  const resources: Resource[] = [];
  const outputs: Record<string, Record<string, string>> = {};
  for (const { template, names, scope } of stacks.values()) {
    const full: Scope = { ...scope, imported: (name) => imports.get(name)?.() };
    for (const raw of template.resources) {
      const type = registry.get(raw.type);
      if (DEPLOYMENT_ONLY.has(raw.type)) continue;
      if (type === undefined) throw new UnsupportedInTemplate(raw, '');
      const where = `${raw.stack}/${raw.logicalId}`;
      const properties = resolveIntrinsics(raw.properties, full, where) as Record<string, unknown>;
      const resource = { ...raw, properties, physicalName: names.get(raw.logicalId) ?? raw.logicalId };
      checkProperties(type, resource);
      resources.push(resource);
    }
    outputs[template.stack] = Object.fromEntries(
      template.outputs.map(({ name, value }) => [
        name,
        String(resolveIntrinsics(value, full, `${template.stack} output ${name}`)),
      ]),
    );
  }
  return { resources, outputs };
}

/** Stands for the name of a resource while names are being made. */
const UNNAMED = '(unnamed)';

function openStack(template: Template, registry: Registry) {
  const pseudo: Readonly<Record<string, string | typeof NO_VALUE>> = {
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::NoValue': NO_VALUE,
    'AWS::Partition': 'aws',
    'AWS::Region': LOCAL_REGION,
    'AWS::StackId': `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${template.stack}/local`,
    'AWS::StackName': template.stack,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const byId = new Map(template.resources.map((raw) => [raw.logicalId, raw]));
  // A name may be joined from parameters, pseudo parameters and what another resource has whatever its own name is.
  const nameScope: Scope = {
    ref: (name) => pseudo[name] ?? template.parameters[name],
    attribute(logicalId, attribute) {
      const raw = byId.get(logicalId);
      const found = raw && registry.get(raw.type)?.attributes({ ...raw, physicalName: UNNAMED })[attribute];
      return found?.includes(UNNAMED) ? undefined : found;
    },
    imported: () => undefined,
  };
  const names = new Map(
    template.resources.map((raw) => [
      raw.logicalId,
      physicalName(raw, (value) => resolveIntrinsics(value, nameScope, `${raw.stack}/${raw.logicalId}`)),
    ]),
  );
  const known = (logicalId: string) => {
    const raw = byId.get(logicalId);
    if (raw === undefined) return undefined;
    const type = registry.get(raw.type);
    if (type === undefined) throw new UnsupportedInTemplate(raw, '');
    return { type, resource: { ...raw, physicalName: names.get(logicalId) ?? logicalId } };
  };
  const scope: Scope = {
    ref(name) {
      const found = known(name);
      return found === undefined ? nameScope.ref(name) : found.type.ref(found.resource);
    },
    attribute(logicalId, attribute) {
      const found = known(logicalId);
      return found?.type.attributes(found.resource)[attribute];
    },
    imported: () => undefined,
  };
  return { template, names, scope };
}
