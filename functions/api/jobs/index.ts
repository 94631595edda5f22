import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { autodispatchJob, autodispatchJobByExternalIdentifier } from './autodispatch-job.ts';
import { cancelJob, cancelJobByExternalIdentifier, cancelJobPart } from './cancel-job.ts';
import { createBatchJob } from './create-batch-job.ts';
import { createJob, upsertJob } from './create-job.ts';
import { type JobAreaDeps, jobAreaDeps } from './deps.ts';
import { getJob, getJobByExternalIdentifier } from './get-job.ts';
import { listJobDecisions } from './list-job-decisions.ts';
import { listJobs } from './list-jobs.ts';
import { addFeedback, addFeedbackByExternalIdentifier, addNote, createFlag } from './remarks.ts';
import {
  reassignTask,
  refreshBatchQuotes,
  refreshJob,
  refreshTaskQuotes,
  selectTaskQuote,
} from './task-operations.ts';
import { rebookJob, updateJob, updateJobConfiguration } from './update-job.ts';

/** Jobs: what providers carry. */
export const jobsArea = defineArea<JobAreaDeps>({
  name: 'jobs',
  endpoints: [
    createJob,
    createBatchJob,
    upsertJob,
    listJobs,
    getJob,
    getJobByExternalIdentifier,
    cancelJob,
    cancelJobPart,
    cancelJobByExternalIdentifier,
    autodispatchJob,
    autodispatchJobByExternalIdentifier,
    updateJob,
    updateJobConfiguration,
    rebookJob,
    refreshJob,
    refreshTaskQuotes,
    refreshBatchQuotes,
    selectTaskQuote,
    reassignTask,
    listJobDecisions,
    addNote,
    addFeedback,
    addFeedbackByExternalIdentifier,
    createFlag,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'read', credentials: 'read', geocodes: true },
});

export const handler = serveArea(jobsArea, jobAreaDeps);
