import type { Report } from './reports.ts';
import type { Visit } from './visits.ts';
import type { Form } from './work.ts';

type FormReport = Extract<Report, { readonly kind: 'form' }>;

/** What is remembered of a form that was filled in: the form and what it was for. */
export function nameOfFilled({
  formKey,
  deliveryId,
  stopId,
}: Pick<FormReport, 'formKey'> & {
  readonly deliveryId?: string | null | undefined;
  readonly stopId?: string | null | undefined;
}): string {
  return `${formKey}@${stopId ?? deliveryId ?? ''}`;
}

/** What a form of a visit is about. */
export function subjectOf({ stop, packages }: Visit): Omit<FormReport, 'kind' | 'answers' | 'formKey'> {
  const [first] = packages;
  return { ...(first ? { deliveryId: first.deliveryId } : {}), ...stop };
}

/** The forms that a visit still asks for. */
export function formsAt(visit: Visit, forms: readonly Form[], filled: readonly string[]): readonly Form[] {
  return forms.filter(
    ({ key, moment }) =>
      moment === visit.kind && !filled.includes(nameOfFilled({ formKey: key, ...subjectOf(visit) })),
  );
}
