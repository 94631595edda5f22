import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { digest } from '../../platform/core/ids.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, type Stored, save, type Table } from '../../platform/table/index.ts';
import { type Driver, type FleetCaller, findDrivers } from '../fleet/index.ts';
import {
  type DriverForm,
  type DriverForms,
  driverFormsEntity,
  type FormAnswer,
  type FormSubmission,
  formSubmissionEntity,
  formSubmitted,
  type StepMoment,
  submissionsPartition,
} from './form.ts';
import { unknownDriver } from './invite-driver.ts';
import type { DriverOfPhone } from './phone.ts';
import { formInvalid } from './refusals.ts';

/** Submissions of a driver that are listed: the latest. */
export const MAX_LISTED = 100;

/** The forms of an organization. 1 call. */
export async function readForms(table: Table, organizationId: string): Promise<Stored<DriverForms>> {
  const stored = await table.get(driverFormsEntity, { organizationId });
  return stored ?? { value: { organizationId, forms: [], updatedAt: toInstant(0) }, version: 0 };
}

/** Replaces the forms of an organization. What was filled in keeps the labels that it had. */
export async function setForms(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  forms: readonly DriverForm[],
  expectedVersion: number | undefined,
): Promise<Stored<DriverForms> | Refusal> {
  const twice = forms.find(({ key }, index) => forms.findIndex((one) => one.key === key) < index);
  if (twice) {
    const message = `Two forms have the key "${twice.key}". Give each its own.`;
    return formInvalid(message, { fields: { forms: message } });
  }
  return commit({ clock }, { what: 'driver forms' }, async () => {
    const stored = await table.get(driverFormsEntity, { organizationId });
    const refused = refuseOtherVersion(expectedVersion, stored ?? { version: 0 });
    if (refused) return refused;
    const value = { organizationId, forms: [...forms], updatedAt: toInstant(clock.now()) };
    if (!(await table.write([save(driverFormsEntity, stored, value)])).ok) return undefined;
    return { value, version: (stored?.version ?? 0) + 1 };
  });
}

/** A form as a phone sends it. */
export interface SubmittedForm {
  readonly key: string;
  readonly formKey: string;
  readonly answers: Readonly<Record<string, FormAnswer>>;
  readonly deliveryId?: string | undefined;
  readonly routeId?: string | undefined;
  readonly stopId?: string | undefined;
  readonly at: string;
}

/** Keeps what a driver filled in, once, with its event. Refuses answers that do not fit the form. */
export async function submitForm(
  { table }: Pick<CoreDeps, 'table'>,
  of: { readonly organizationId: string; readonly driver: Driver },
  sent: SubmittedForm,
): Promise<FormSubmission | Refusal> {
  const { organizationId, driver } = of;
  const { value } = await readForms(table, organizationId);
  const form = value.forms.find(({ key }) => key === sent.formKey);
  if (!form) {
    const message = `There is no form "${sent.formKey}" any more.`;
    return formInvalid(message, { fields: { formKey: message } });
  }
  const wrong = wrongAnswer(form, sent.answers);
  if (wrong) return formInvalid(`${form.name}: ${wrong}`, { fields: { answers: wrong } });
  const submission: FormSubmission = {
    organizationId,
    courierId: driver.id,
    id: digest(sent.key),
    formKey: form.key,
    formName: form.name,
    driverName: `${driver.firstName} ${driver.lastName}`,
    deliveryId: sent.deliveryId ?? null,
    routeId: sent.routeId ?? null,
    stopId: sent.stopId ?? null,
    submittedAt: sent.at,
    answers: form.fields.flatMap(({ key, label }) => {
      const answer = Object.hasOwn(sent.answers, key) ? sent.answers[key] : undefined;
      return answer === undefined || answer === '' ? [] : [{ key, label, value: answer }];
    }),
  };
  const { organizationId: _, ...data } = submission;
  // A second arrival of the same report finds the first: nothing is written.
  await table.write([
    create(formSubmissionEntity, submission),
    formSubmitted.record({
      aggregate: submissionsPartition(submission),
      cause: submission.id,
      occurredAt: sent.at,
      data,
    }),
  ]);
  return submission;
}

/**
 * Why something cannot end yet: a required form was not filled in for it. 1 call, and 1 where there are such forms; the driver's
 * latest forms count.
 */
export async function refuseWithoutForms(
  table: Table,
  of: DriverOfPhone,
  moment: StepMoment,
  subject: { readonly stopId: string } | { readonly deliveryId: string },
): Promise<Refusal | undefined> {
  const { value } = await readForms(table, of.organizationId);
  const required = value.forms.filter((form) => form.isRequired && form.moment === moment);
  if (required.length === 0) return undefined;
  const filled = await latestSubmissions(table, of);
  const isAbout = (one: FormSubmission) =>
    'stopId' in subject ? one.stopId === subject.stopId : one.deliveryId === subject.deliveryId;
  const missing = required.find(({ key }) => !filled.some((one) => one.formKey === key && isAbout(one)));
  if (!missing) return undefined;
  const message = `The form "${missing.name}" is required here. Fill it in, and complete this once more.`;
  return formInvalid(message, { fields: { formKey: message } });
}

/** The latest forms that a driver filled in, the latest first. 1 call. */
export async function latestSubmissions(table: Table, of: DriverOfPhone): Promise<readonly FormSubmission[]> {
  const options = { limit: MAX_LISTED, newestFirst: true } as const;
  const log = await table.readLog(formSubmissionEntity, submissionsPartition(of), options);
  return log.map(({ value }) => value);
}

/** What is wrong with the answers; undefined = nothing. */
function wrongAnswer(
  { fields }: DriverForm,
  answers: Readonly<Record<string, FormAnswer>>,
): string | undefined {
  const known = new Set(fields.map(({ key }) => key));
  const other = Object.keys(answers).find((key) => !known.has(key));
  if (other !== undefined) return `It has no field "${other}".`;
  for (const { key, label, type, choices, isRequired } of fields) {
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (answer === undefined || answer === '') {
      if (isRequired) return `"${label}" is missing.`;
      continue;
    }
    const isRight =
      type === 'number'
        ? typeof answer === 'number'
        : type === 'yes_no'
          ? typeof answer === 'boolean'
          : typeof answer === 'string' && (type === 'text' || choices.includes(answer));
    if (!isRight)
      return `"${label}" is ${JSON.stringify(answer)}, which does not fit a field of the type ${type}.`;
  }
  return undefined;
}

/** What a driver filled in, the latest first. 2 calls. */
export async function listSubmissions(
  table: Table,
  caller: FleetCaller,
  id: string,
): Promise<readonly FormSubmission[] | Refusal> {
  const [driver] = await findDrivers(table, caller, [id]);
  if (!driver) return unknownDriver(id);
  return latestSubmissions(table, { organizationId: caller.organizationId, courierId: driver.value.id });
}
