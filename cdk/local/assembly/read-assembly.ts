import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One resource as in the template, with its intrinsic functions. */
export interface RawResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** One synthesized stack. */
export interface Template {
  readonly stack: string;
  readonly resources: readonly RawResource[];
  /** Default values of the template's parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly outputs: readonly TemplateOutput[];
}

/** One output of a stack; `exportName` when other stacks may import it. */
export interface TemplateOutput {
  readonly name: string;
  readonly value: unknown;
  readonly exportName: unknown;
}

/** The result of `cdk synth` in a directory. */
export interface Assembly {
  readonly templates: readonly Template[];
  /** Directories of file assets by their S3 object key (`<hash>.zip`). */
  readonly assets: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties?: Readonly<Record<string, unknown>> }>
  >;
}

interface AssetManifest {
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

interface TemplateFile {
  readonly Resources?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

/** Sections of a template that are read, or that only matter to a deployment. */
const KNOWN_SECTIONS = new Set([
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Outputs',
  'Parameters',
  'Resources',
  'Rules',
]);

/** Attributes of a resource beside its properties; any other would change what runs. */
const KNOWN_ATTRIBUTES = new Set([
  'DeletionPolicy',
  'DependsOn',
  'Metadata',
  'Properties',
  'Type',
  // How a deployment moves an alias; here everything is deployed at once.
  'UpdatePolicy',
  'UpdateReplacePolicy',
]);

/**
 * Reads the cloud assembly in `directory`: every stack, including those of nested stages.
 *
 * Throws when there is no assembly, or when a template has a section that the local cloud does not run.
 */
export function readAssembly(directory: string): Assembly {
  const manifestFile = join(directory, 'manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`no cloud assembly in ${directory}: run "cdk synth" first`);
  const templates: Template[] = [];
  const assets = new Map<string, string>();
  for (const [id, artifact] of Object.entries(readJson<Manifest>(manifestFile).artifacts)) {
    const properties = artifact.properties ?? {};
    if (artifact.type === 'cdk:cloud-assembly') {
      const nested = readAssembly(join(directory, String(properties.directoryName)));
      templates.push(...nested.templates);
      for (const [key, path] of nested.assets) assets.set(key, path);
    } else if (artifact.type === 'cdk:asset-manifest') {
      const { files = {} } = readJson<AssetManifest>(join(directory, String(properties.file)));
      for (const file of Object.values(files)) {
        for (const { objectKey } of Object.values(file.destinations)) {
          if (file.source.path !== undefined) assets.set(objectKey, join(directory, file.source.path));
        }
      }
    } else if (artifact.type === 'aws:cloudformation:stack') {
      const stack = String(properties.stackName ?? id);
      templates.push(readTemplate(stack, join(directory, String(properties.templateFile))));
    }
  }
  return { templates, assets };
}

function readTemplate(stack: string, file: string): Template {
  const template = readJson<TemplateFile>(file);
  for (const section of Object.keys(template)) {
    if (!KNOWN_SECTIONS.has(section)) {
      throw new Error(`${stack}: template section ${section} is not supported by the local cloud`);
    }
  }
  const resources = Object.entries(template.Resources ?? {}).map(([logicalId, resource]) => {
    for (const attribute of Object.keys(resource)) {
      if (!KNOWN_ATTRIBUTES.has(attribute)) {
        throw new Error(
          `${stack}/${logicalId}: resource attribute ${attribute} is not supported by the local cloud`,
        );
      }
    }
    const properties = (resource.Properties ?? {}) as Record<string, unknown>;
    return { stack, logicalId, type: String(resource.Type), properties };
  });
  const parameters = Object.fromEntries(
    Object.entries(template.Parameters ?? {}).map(([name, { Default }]) => [name, String(Default ?? '')]),
  );
  const outputs = Object.entries(template.Outputs ?? {}).map(([name, output]) => ({
    name,
    value: output.Value,
    exportName: output.Export?.Name,
  }));
  return { stack, resources, parameters, outputs };
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
