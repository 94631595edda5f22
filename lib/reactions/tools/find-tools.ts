import { ESSENTIAL_TOOLS } from './groups.ts';
import type { Tool } from './tool.ts';

/** Names of groups for every tool. */
const ALL = 'all';

/** Tools of these groups; with no groups, the essential ones. */
export function toolsOfGroups(tools: readonly Tool[], groups: readonly string[]): readonly Tool[] {
  if (groups.includes(ALL)) return tools;
  if (groups.length === 0) return tools.filter(({ name }) => ESSENTIAL_TOOLS.includes(name));
  return tools.filter(({ group }) => groups.includes(group));
}

/** Every group, with the number of its tools. */
export function groupsOf(tools: readonly Tool[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { group } of tools) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

/** Tools that match the words best: a word in the name counts most, in the title more than in the description. */
export function findTools(
  tools: readonly Tool[],
  words: string,
  group: string | undefined,
  limit: number,
): readonly Tool[] {
  const terms = words.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return tools
    .filter((tool) => group === undefined || tool.group === group)
    .map((tool) => ({ tool, score: scoreOf(tool, terms) }))
    .filter(({ score }) => terms.length === 0 || score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

function scoreOf({ name, title, description }: Tool, terms: readonly string[]): number {
  const texts = [
    [name.toLowerCase(), 4],
    [title.toLowerCase(), 2],
    [description.toLowerCase(), 1],
  ] as const;
  return terms.reduce((sum, term) => {
    const stem = term.length > 3 ? term.replace(/s$/, '') : term;
    return sum + texts.reduce((best, [text, weight]) => best + (text.includes(stem) ? weight : 0), 0);
  }, 0);
}
