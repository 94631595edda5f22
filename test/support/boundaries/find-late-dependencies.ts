import { parseSync } from 'vite';
import type { SourceFile } from './read-imports.ts';

/** A node of the parser's tree. */
type Node = Record<string, unknown> & { readonly type: string; readonly start: number };

/** Names of types that carry several dependencies, besides those that end in `Deps` or `Ports`. */
const BUNDLES: readonly string[] = [
  'ActionContext',
  'ApiParts',
  'AuthorizeParts',
  'Context',
  'HouseToolParts',
  'LeftReading',
  'ProtocolParts',
  'PublicContext',
  'SchedulerApiParts',
  'SettingsContext',
  'SettleContext',
];

/** Names of types that are one dependency. */
const SINGLE: readonly string[] = [
  'Bucket',
  'Clock',
  'CredentialStore',
  'Geocoder',
  'Ids',
  'LocalClock',
  'Log',
  'Poster',
  'QueueStore',
  'SFNClient',
  'SQSClient',
  'Table',
  'Travel',
];

/** Types that leave out or mark fields of another type. */
const WRAPPERS: readonly string[] = ['Omit', 'Pick', 'Readonly', 'Required'];

/** The place of a parameter: bundles of dependencies first, then single ones, then what the function works on. */
const BUNDLE = 0;
const ONE = 1;
const NONE = 2;

/**
 * Functions, methods and function types with a dependency after another parameter, each as `file:line`. Parameters
 * without a type have the order of the type that their function is assigned to; optional ones come last in any case.
 */
export function findLateDependencies({ file, text }: SourceFile): readonly string[] {
  return functionsIn(parseSync(file, text).program)
    .filter(({ params }) => {
      const ranks = (params as readonly Node[]).map(rankOfParameter);
      return ranks.some((rank, index) => rank < Math.max(...ranks.slice(0, index)));
    })
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`);
}

/** Everything that has parameters, except constructors, which store what they get. */
function functionsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const below = Object.values(node).flatMap(functionsIn);
  if (node.kind === 'constructor') return below.filter((found) => found !== node.value);
  return Array.isArray(node.params) ? [node, ...below] : below;
}

function rankOfParameter({ type, optional, typeAnnotation }: Node): number {
  if (type === 'AssignmentPattern' || type === 'RestElement' || optional === true) return NONE;
  return rankOf((typeAnnotation as Node | null | undefined)?.typeAnnotation as Node | undefined);
}

function rankOf(type: Node | undefined): number {
  if (type?.type === 'TSTypeReference') return rankOfName(type);
  if (type?.type === 'TSIndexedAccessType') return rankOf(type.objectType as Node) < NONE ? ONE : NONE;
  if (type?.type === 'TSIntersectionType') return carriesAny(type.types as readonly Node[]);
  if (type?.type === 'TSTypeLiteral') {
    const members = type.members as readonly {
      readonly typeAnnotation?: { readonly typeAnnotation: Node };
    }[];
    return carriesAny(members.map(({ typeAnnotation }) => typeAnnotation?.typeAnnotation));
  }
  return NONE;
}

function rankOfName({ typeName, typeArguments }: Node): number {
  const name = String((typeName as Node).name);
  if (WRAPPERS.includes(name))
    return rankOf((typeArguments as { params: readonly Node[] } | null)?.params[0]);
  if (/(?:Deps|Ports)$/.test(name) || BUNDLES.includes(name)) return BUNDLE;
  return SINGLE.includes(name) ? ONE : NONE;
}

const carriesAny = (types: readonly (Node | undefined)[]) =>
  types.some((type) => rankOf(type) < NONE) ? BUNDLE : NONE;
