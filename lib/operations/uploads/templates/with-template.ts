import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { UploadCaller, UploadDeps } from '../manage-uploads.ts';
import type { ReadingOptions } from '../open-upload.ts';
import { readTemplate } from './manage-templates.ts';

/** What a caller says about a file, and the template that says the rest. */
export interface AskedReading extends Omit<ReadingOptions, 'timeZone'> {
  readonly timeZone?: string | undefined;
  readonly templateId?: string | undefined;
}

/** How a file is to be read: as the caller says, then as the template does; its times are the organization's otherwise. */
export async function withTemplate(
  deps: Pick<UploadDeps, 'table'>,
  caller: UploadCaller,
  { templateId, ...asked }: AskedReading,
  organizationTimeZone: string,
): Promise<ReadingOptions | Refusal> {
  if (templateId === undefined) return { ...asked, timeZone: asked.timeZone ?? organizationTimeZone };
  const stored = await readTemplate(deps, caller, templateId);
  if (isRefusal(stored)) return stored;
  const { mapping, values, timeZone, dateOrder, encoding, delimiter } = stored.value;
  return {
    mapping: asked.mapping ?? mapping,
    values: { ...values, ...asked.values },
    timeZone: asked.timeZone ?? timeZone ?? organizationTimeZone,
    dateOrder: asked.dateOrder ?? dateOrder ?? undefined,
    encoding: asked.encoding ?? encoding ?? undefined,
    delimiter: asked.delimiter ?? delimiter ?? undefined,
  };
}
