import { defineInvariant } from './define-invariant.ts';

/** What is known of an attempt. */
interface Attempt {
  readonly id: string;
  readonly attempt: number;
  readonly handover: { readonly cause: string | null };
}

export const attemptsEnd = defineInvariant({
  name: 'attempts-end',
  number: 3,
  sentence: 'A package is offered as often as its strategy allows, and again only when somebody asks for it.',
  atEnd({ world }, report) {
    const tasks = world.items('task').map(({ data }) => data);
    const jobs = new Map(world.items('job').map(({ data }) => [data.id, data]));
    for (const { data: configuration } of world.items('configuration')) {
      const job = jobs.get(configuration.jobId);
      // The moves of a batch count, not the attempts of its packages.
      if (!job || job.isBatch) continue;
      const { maxAttempts } = job.strategy as { readonly maxAttempts: number };
      const attempts = tasks
        .filter(({ configurationId }) => configurationId === configuration.id)
        .map((task) => task as unknown as Attempt)
        .sort((a, b) => a.attempt - b.attempt);
      attempts.slice(maxAttempts + Number(job.attemptsBefore)).forEach(({ id }, index) => {
        const before = attempts[maxAttempts + Number(job.attemptsBefore) + index - 1];
        if (before?.handover.cause !== 'reassign')
          report(`${id} is attempt ${attempts.length} of a package that has ${maxAttempts}.`);
      });
    }
  },
});
