import { AwsRefusal, type CallAws } from '../aws-cli.ts';
import { ACCOUNT_CHECKS, type Finding, type Plan } from './account-checks.ts';

/** What one check found. */
export interface Checked extends Finding {
  readonly name: string;
}

/**
 * Looks at the account to which `plan` is to be deployed. What the credentials may not look at is a warning, because
 * those of the deployment may do more.
 */
export async function checkAccount(ask: CallAws, plan: Plan): Promise<readonly Checked[]> {
  const needed = ACCOUNT_CHECKS.filter(({ isNeeded }) => isNeeded?.(plan) ?? true);
  return Promise.all(
    needed.map(async ({ name, look }) => {
      try {
        return { name, ...(await look(ask, plan)) };
      } catch (error) {
        if (!(error instanceof AwsRefusal)) throw error;
        return { name, verdict: 'warning', message: `It could not be looked at: ${error.message}` } as const;
      }
    }),
  );
}
