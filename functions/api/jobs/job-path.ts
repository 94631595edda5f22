import * as z from 'zod';

/** The id of a job in a path. */
export const jobId = z
  .string()
  .meta({ description: 'Id of the job, `job_...`, or its external identifier.' });

/** The external identifier of a job in a path. */
export const externalIdentifier = z.string().meta({ description: 'External identifier of the job.' });
