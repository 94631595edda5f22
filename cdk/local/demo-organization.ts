import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content of `<dataDirectory>/demo.json`. */
export interface Demo {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKey: string;
}

/** The demo organization when it is created. */
export type NewDemo = Omit<Demo, 'baseUrl'>;

/**
 * The demo organization. It is created once, by `create`, and stored with its key; only the address of the service
 * changes from start to start.
 */
export async function demoOrganization(
  dataDirectory: string,
  baseUrl: string,
  create: () => Promise<NewDemo>,
): Promise<Demo> {
  const file = fileIn(dataDirectory);
  const demo = { ...(readDemo(file) ?? (await create())), baseUrl };
  const { organizationId, apiKey } = demo;
  writeFileSync(`${file}.new`, `${JSON.stringify({ baseUrl, organizationId, apiKey }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return demo;
}

/** Whether an earlier start created it. */
export const hasDemo = (dataDirectory: string): boolean => readDemo(fileIn(dataDirectory)) !== undefined;

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'demo.json');

/** The demo of an earlier start; undefined when its file is missing or unreadable. */
function readDemo(file: string): Demo | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { baseUrl, organizationId, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>;
    return typeof organizationId === 'string' && typeof apiKey === 'string'
      ? { baseUrl: String(baseUrl), organizationId, apiKey }
      : undefined;
  } catch {
    return undefined;
  }
}
