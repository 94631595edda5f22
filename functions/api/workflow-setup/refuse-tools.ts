import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import { agentInvalid } from '../../../lib/reactions/agents/index.ts';
import { toolCatalogue } from '../../compose/tool-catalogue.ts';

/**
 * Why an agent cannot have these tools: a tool does not exist, or it changes something and the agent is
 * report-only.
 */
export function refuseTools(
  names: readonly string[] | null | undefined,
  isReportOnly: boolean,
): Refusal | undefined {
  if (!names || names.length === 0) return undefined;
  const { tools } = toolCatalogue();
  const unknown = names.filter((name) => !tools.some((tool) => tool.name === name));
  if (unknown.length > 0) {
    const message = `Unknown tools: ${unknown.join(', ')}. Search for tools with findTools of the tool server.`;
    return agentInvalid(message, { fields: { tools: message }, unknown });
  }
  const changing = names.filter((name) => tools.some((tool) => tool.name === name && !tool.isReadOnly));
  if (!isReportOnly || changing.length === 0) return undefined;
  const message = `A report-only agent cannot have "${changing.join('", "')}", because they change something. Leave them out, or send \`isReportOnly: false\`.`;
  return agentInvalid(message, { fields: { tools: message }, changing });
}
