import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { advancedTask, changeJob, type Task } from '../../jobs/index.ts';
import { taskNoteAdded } from '../events.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { disallowedOperation, jobNotFound } from '../refusals.ts';

/** Maximum number of notes of one task: they are stored with it, and items are limited in size. */
const MAX_NOTES = 50;
const MAX_NOTES_BYTES = 120_000;

/** Adds a note to a task of a job; without a task, to the current attempt of its first package. */
export async function addNote(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId?: string | undefined; readonly note: string },
): Promise<Task['taskNotes'][number] | Refusal> {
  const id = deps.ids.next('not');
  return commit(deps, { what: 'job', id: of.jobId }, async () => {
    const job = await findJob(deps.table, actor, of.jobId);
    if (isRefusal(job)) return job;
    const first = job.configurations[0]?.value;
    const task =
      of.taskId === undefined
        ? first && advancedTask(job, first.id)
        : job.tasks.find(({ value }) => value.id === of.taskId)?.value;
    if (!task) {
      return jobNotFound(`Job "${of.jobId}" has no task "${of.taskId}".`, {
        id: of.jobId,
        taskId: of.taskId,
      });
    }
    const present = task.taskNotes.find((note) => note.id === id);
    if (present) return present;
    const bytes = Buffer.byteLength(JSON.stringify([...task.taskNotes, of.note]));
    if (bytes > MAX_NOTES_BYTES) {
      return disallowedOperation(
        `The notes of task ${task.id} would take ${bytes} bytes, but it can keep only ${MAX_NOTES_BYTES}. Shorten the note.`,
        { taskId: task.id, limit: MAX_NOTES_BYTES },
      );
    }
    if (task.taskNotes.length >= MAX_NOTES) {
      return disallowedOperation(`Task ${task.id} already has ${MAX_NOTES} notes, which is the maximum.`, {
        taskId: task.id,
      });
    }
    const at = toInstant(deps.clock.now());
    const note = { created_at: at, id, note: of.note, user: null };
    const { operations } = changeJob(job, { tasks: [{ ...task, taskNotes: [...task.taskNotes, note] }] }, at);
    const told = taskNoteAdded.record({
      aggregate: { organizationId: task.organizationId, type: 'job', id: task.jobId },
      cause: id,
      occurredAt: at,
      data: { jobId: task.jobId, taskId: task.id, deliveryId: task.deliveryId, note: of.note },
    });
    if ((await deps.table.write([...operations, told])).ok) return note;
  });
}
