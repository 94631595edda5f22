import { neededEntities, type Plan, runInputInvalid } from '../../../engines/workflows/index.ts';
import { readRoute } from '../../../fleet/routes/index.ts';
import { findJob } from '../../../fulfilment/dispatch/index.ts';
import { type JobAggregate, jobIdOf, maySeeJob, readJob } from '../../../fulfilment/jobs/index.ts';
import { readOrder } from '../../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Table } from '../../../platform/table/index.ts';
import { runSubjectNotFound } from '../refusals.ts';
import type { RunSubject } from './run-context.ts';

/** The subject of a run as a caller names it: ids, which for orders, jobs and routes may also be external ones. */
export interface SubjectInput {
  readonly order?: string | undefined;
  readonly job?: string | undefined;
  readonly delivery?: string | undefined;
  readonly task?: string | undefined;
  readonly route?: string | undefined;
}

/** The fields of a request that name the subject, for messages. */
export type SubjectFields = { readonly [noun in keyof SubjectInput]?: string };

/** Who runs or tests a workflow: what is outside of the caller's scope is unknown. */
export type RunCaller = Parameters<typeof findJob>[1] &
  Parameters<typeof readOrder>[1] &
  Parameters<typeof readRoute>[1];

/**
 * The subject of a run by hand. Every id is looked up: an unknown one is refused, and so are two that do not belong
 * together. A workflow whose nodes need an entity does not run without any. 1 call for each kind of id.
 */
export async function findSubject(
  table: Table,
  caller: RunCaller,
  plan: Plan,
  { about, fields }: { readonly about: SubjectInput; readonly fields: SubjectFields },
): Promise<RunSubject | Refusal> {
  const lacking = refuseLacking(plan, about, fields);
  if (lacking) return lacking;
  const job = await findCarrier(table, caller, about);
  if (isRefusal(job)) return job;
  const order = about.order === undefined ? undefined : await readOrder(table, caller, about.order);
  if (isRefusal(order)) return order;
  const orderId = order?.stored.value.id;
  if (orderId && job && !job.configurations.some(({ value }) => value.orderId === orderId)) {
    return unlike(`The order "${about.order}" is not in the job "${job.job.value.id}".`);
  }
  const route = about.route === undefined ? undefined : await readRoute(table, caller, about.route);
  if (isRefusal(route)) return unknown('route', about.route ?? '');
  const partId = about.delivery ?? about.task;
  return {
    ...(orderId === undefined ? {} : { orderId }),
    ...(job ? { jobId: job.job.value.id } : {}),
    ...(partId === undefined ? {} : { partId }),
    ...(route ? { routeId: route.route.id } : {}),
  };
}

/** The job that the ids of a job, a delivery and a task name, if any; all of them have to be of that job. */
async function findCarrier(
  table: Table,
  caller: RunCaller,
  { job, delivery, task }: SubjectInput,
): Promise<JobAggregate | undefined | Refusal> {
  let found: JobAggregate | undefined;
  if (job !== undefined) {
    const named = await findJob(table, caller, job);
    if (isRefusal(named)) return unknown('job', job);
    found = named;
  }
  const attempts = [];
  for (const [noun, id] of [
    ['delivery', delivery],
    ['task', task],
  ] as const) {
    if (id === undefined) continue;
    const jobId = jobIdOf(id);
    const own = found?.job.value.id === jobId;
    const carrier = own || jobId === undefined ? found : await readJob(table, caller.organizationId, jobId);
    const attempt = carrier?.tasks.find(
      ({ value }) => (noun === 'task' ? value.id : value.deliveryId) === id,
    );
    if (!carrier || !attempt || !maySeeJob(caller, carrier)) return unknown(noun, id);
    if (found && !own) return unlike(`The ${noun} "${id}" is not of the job "${found.job.value.id}".`);
    found = carrier;
    attempts.push(attempt.value.id);
  }
  return new Set(attempts).size > 1
    ? unlike(`The delivery "${delivery}" is not of the task "${task}".`)
    : found;
}

function refuseLacking(plan: Plan, about: SubjectInput, fields: SubjectFields): Refusal | undefined {
  const needed = neededEntities(plan);
  const nouns = (Object.keys(fields) as (keyof SubjectInput)[]).filter((noun) =>
    noun === 'route' ? needed.includes('route') : needed.some((entity) => entity !== 'route'),
  );
  if (needed.length === 0 || nouns.some((noun) => about[noun] !== undefined)) return undefined;
  const names = nouns.map((noun) => `\`${fields[noun]}\``);
  return runInputInvalid(
    `Nodes of the workflow need ${needed.join(', ')}, but the request names none. Send ${names.join(' or ')}.`,
    { field: fields[nouns[0] ?? 'order'] ?? 'order' },
  );
}

function unknown(noun: keyof SubjectInput, id: string): Refusal {
  return runSubjectNotFound(`There is no ${noun} "${id}".`, { [noun]: id });
}

function unlike(message: string): Refusal {
  return runInputInvalid(`${message} Send ids that belong together, or only one.`);
}
