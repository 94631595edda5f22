import * as z from 'zod';
import { AwsRefusal, type CallAws } from '../aws-cli.ts';
import type { Stage } from '../stage.ts';

/** What is deployed, as far as an account has to be ready for it. */
export interface Plan {
  readonly stage: Stage;
  readonly region: string;
  /** Routes of the API. */
  readonly routes: number;
  /** Invocations that are reserved for functions. */
  readonly reservedConcurrency: number;
  /** The inference profile of Bedrock that agents use unless they name a model. */
  readonly model: string;
}

/** What a check found. A problem stops the deployment; a warning says what will not work after it. */
export interface Finding {
  readonly verdict: 'ready' | 'warning' | 'problem';
  readonly message: string;
}

/** Looks at one thing that a deployment needs. */
export interface AccountCheck {
  readonly name: string;
  /** False leaves it out, because this stage does not need it. */
  readonly isNeeded?: (plan: Plan) => boolean;
  look(ask: CallAws, plan: Plan): Promise<Finding>;
}

const ready = (message: string): Finding => ({ verdict: 'ready', message });
const warning = (message: string): Finding => ({ verdict: 'warning', message });
const problem = (message: string): Finding => ({ verdict: 'problem', message });

/** CDK's modern bootstrap, of which the stacks need at least this version. */
const BOOTSTRAP = { parameter: '/cdk-bootstrap/hnb659fds/version', version: 6 } as const;

/** Lambda refuses to leave fewer unreserved invocations than this. */
const LEFT_UNRESERVED = 100;

/** What production uses at its highest: see the quotas in OPERATIONS.md. */
const PRODUCTION_CONCURRENCY = 1000;

/** What DynamoDB writes for orders at 58 a second. */
const PRODUCTION_WRITE_UNITS = 40_000;

const bootstrap: AccountCheck = {
  name: 'CDK bootstrap',
  async look(ask, { region }) {
    const wayOut = `Run \`npx cdk bootstrap\` with these credentials for the region ${region}.`;
    try {
      const reply = await ask('ssm', 'get-parameter', { name: BOOTSTRAP.parameter });
      const { Parameter } = z.object({ Parameter: z.object({ Value: z.coerce.number() }) }).parse(reply);
      return Parameter.Value >= BOOTSTRAP.version
        ? ready(`Version ${Parameter.Value}.`)
        : problem(`Version ${Parameter.Value} is older than ${BOOTSTRAP.version}. ${wayOut}`);
    } catch (error) {
      if (error instanceof AwsRefusal && error.code === 'ParameterNotFound')
        return problem(`The region ${region} is not bootstrapped. ${wayOut}`);
      throw error;
    }
  },
};

const concurrency: AccountCheck = {
  name: 'Lambda: concurrent executions',
  async look(ask, { stage, reservedConcurrency }) {
    const reply = await ask('lambda', 'get-account-settings');
    const { AccountLimit } = z
      .object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) })
      .parse(reply);
    const has = AccountLimit.ConcurrentExecutions;
    const reserved = stage.reservesConcurrency ? reservedConcurrency : 0;
    if (reserved > 0 && has < reserved + LEFT_UNRESERVED)
      return problem(
        `The account has ${has}, and ${reserved} of them are to be reserved, which must leave ${LEFT_UNRESERVED}. Request an increase to ${PRODUCTION_CONCURRENCY}, or set reserveConcurrency=false.`,
      );
    const wanted = stage.terminationProtection ? PRODUCTION_CONCURRENCY : LEFT_UNRESERVED;
    return has < wanted
      ? warning(
          `The account has ${has}. With fewer than ${wanted}, requests and events wait for each other when there are many.`,
        )
      : ready(`The account has ${has}.`);
  },
};

const routes: AccountCheck = {
  name: 'API Gateway: routes of an API',
  async look(ask, plan) {
    const quota = await quotaNamed(ask, 'apigateway', /^routes per api\b/i);
    if (quota === undefined)
      return warning(`AWS does not say how many are allowed. ${plan.routes} are needed; the default is 300.`);
    return quota < plan.routes
      ? problem(`The account may have ${quota}, and ${plan.routes} are needed. Request an increase.`)
      : ready(`The account may have ${quota}; ${plan.routes} are needed.`);
  },
};

const writeUnits: AccountCheck = {
  name: 'DynamoDB: write units of a table',
  isNeeded: ({ stage }) => stage.terminationProtection,
  async look(ask) {
    const quota = await quotaNamed(ask, 'dynamodb', /^table-level write throughput limit$/i);
    if (quota === undefined)
      return warning('AWS does not say how many are allowed. A table may usually have 40,000 a second.');
    return quota < PRODUCTION_WRITE_UNITS
      ? warning(
          `The account may have ${quota} a second for a table. Peaks of a million orders a day need ${PRODUCTION_WRITE_UNITS}.`,
        )
      : ready(`The account may have ${quota} a second.`);
  },
};

const location: AccountCheck = {
  name: 'Amazon Location',
  isNeeded: ({ stage: { environment, hasMapKey } }) =>
    hasMapKey || environment.GEOCODER === 'amazon-location' || environment.TRAVEL === 'amazon-location',
  look: (ask, { region }) =>
    answers(
      () => ask('location', 'list-keys', { 'max-results': '1' }),
      problem(
        `Amazon Location does not answer in ${region}. Choose another region, or set geocoder=none, travel=estimate and map=none.`,
      ),
    ),
};

const signIn: AccountCheck = {
  name: 'Cognito',
  isNeeded: ({ stage }) => stage.signInIssuers === undefined,
  look: (ask, { region }) =>
    answers(
      () => ask('cognito-idp', 'list-user-pools', { 'max-results': '1' }),
      problem(
        `Cognito does not answer in ${region}. Choose another region, or set signInIssuer and signInAudience.`,
      ),
    ),
};

const bedrock: AccountCheck = {
  name: 'Bedrock: the default model',
  isNeeded: ({ stage }) => stage.environment.MODEL_ENDPOINT === '',
  async look(ask, { region, model }) {
    const wayOut =
      'Agents and AI nodes of workflows fail until they name another model, or modelEndpoint is set; everything else works.';
    const profile = await answers(
      () => ask('bedrock', 'get-inference-profile', { 'inference-profile-identifier': model }),
      warning(`${region} does not have "${model}". ${wayOut}`),
    );
    if (profile.verdict !== 'ready') return profile;
    const reply = await ask('bedrock', 'get-foundation-model-availability', {
      'model-id': model.replace(/^\w+\.(?=\w+\.)/, ''),
    });
    const { authorizationStatus, agreementAvailability } = z
      .object({
        authorizationStatus: z.string(),
        agreementAvailability: z.object({ status: z.string() }),
      })
      .parse(reply);
    return authorizationStatus === 'AUTHORIZED' && agreementAvailability.status === 'AVAILABLE'
      ? ready(`"${model}" may be used.`)
      : warning(`Access to "${model}" is not granted. Request it in the Bedrock console. ${wayOut}`);
  },
};

const email: AccountCheck = {
  name: 'SES: e-mail',
  async look(ask, { region, stage: { emailDomain, environment } }) {
    const reply = await ask('sesv2', 'get-account');
    const account = z
      .object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean() })
      .parse(reply);
    if (!account.SendingEnabled) return warning(`AWS has paused the e-mails of this account in ${region}.`);
    if (!account.ProductionAccessEnabled)
      return warning(
        'The account is in the sandbox: only verified addresses get e-mails. Request production access.',
      );
    const sender = environment.EMAIL_FROM ?? '';
    const domain = /@([^>\s]+)>?$/.exec(sender)?.[1] ?? '';
    if (emailDomain !== undefined) return ready(`The deployment creates the sender "${emailDomain}".`);
    return answers(
      () => ask('sesv2', 'get-email-identity', { 'email-identity': domain }),
      warning(
        `"${domain}" is no identity of SES in ${region}, and e-mails come from "${sender}". Set emailDomain, or verify the domain and set emailFrom.`,
      ),
    );
  },
};

const texts: AccountCheck = {
  name: 'End User Messaging: text messages',
  async look(ask) {
    const reply = await ask('pinpoint-sms-voice-v2', 'describe-account-attributes');
    const { AccountAttributes } = z
      .object({ AccountAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })) })
      .parse(reply);
    const tier = AccountAttributes.find(({ Name }) => Name === 'ACCOUNT_TIER')?.Value;
    return tier === 'PRODUCTION'
      ? ready('The account is out of the sandbox.')
      : warning(
          'The account is in the sandbox: only verified numbers get text messages. Request production access.',
        );
  },
};

const certificate: AccountCheck = {
  name: 'Certificate of the domain',
  isNeeded: ({ stage }) => stage.domain !== undefined,
  async look(ask, { stage }) {
    const { name, certificateArn } = stage.domain ?? { name: '', certificateArn: '' };
    const reply = await ask('acm', 'describe-certificate', { 'certificate-arn': certificateArn });
    const { Certificate } = z
      .object({ Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()) }) })
      .parse(reply);
    const { Status, SubjectAlternativeNames: names } = Certificate;
    if (Status !== 'ISSUED') return problem(`The certificate is ${Status}. It must be issued first.`);
    const parent = name.slice(name.indexOf('.') + 1);
    return names.some((one) => one === name || one === `*.${parent}`)
      ? ready(`Issued for "${name}".`)
      : problem(`The certificate is for ${names.join(', ')}, not for "${name}".`);
  },
};

/** Everything that a deployment of the stage needs of its account. */
export const ACCOUNT_CHECKS: readonly AccountCheck[] = Object.freeze([
  bootstrap,
  routes,
  concurrency,
  writeUnits,
  signIn,
  location,
  certificate,
  bedrock,
  email,
  texts,
]);

/** What was asked for, if AWS answers; `otherwise` if it does not know it or has no such service there. */
async function answers(ask: () => Promise<unknown>, otherwise: Finding): Promise<Finding> {
  try {
    await ask();
    return ready('It answers.');
  } catch (error) {
    const isAbsent =
      error instanceof AwsRefusal && (error.code === undefined || /NotFound|Validation/.test(error.code));
    if (isAbsent) return otherwise;
    throw error;
  }
}

const QUOTAS = z.object({
  Quotas: z.array(z.object({ QuotaName: z.string(), Value: z.number() })),
});

/** A quota of the account, or AWS's default for it; undefined when there is none of this name. */
async function quotaNamed(ask: CallAws, service: string, name: RegExp): Promise<number | undefined> {
  for (const operation of ['list-service-quotas', 'list-aws-default-service-quotas']) {
    const { Quotas } = QUOTAS.parse(await ask('service-quotas', operation, { 'service-code': service }));
    const found = Quotas.find(({ QuotaName }) => name.test(QuotaName));
    if (found) return found.Value;
  }
  return undefined;
}
