import { AwsSolutionsChecks, type IApplyRule } from 'cdk-nag';

/** Resources that may be behind a wildcard in a policy, as they appear in a template, each with the reason. */
export const WILDCARD_RESOURCES: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /:execution:.*:\*/,
    reason: 'An execution has no ARN before it starts, so its machine is named.',
  },
  {
    pattern: /Bucket\w*Arn\w*(?:"\},")?\/\*/,
    reason: 'The objects of the only bucket; keys start with the organization.',
  },
  {
    pattern: /Bucket\w*Arn\w*(?:"\},")?\/athena-results\/\*/,
    reason: 'Athena names the results of questions.',
  },
  {
    pattern: /:schedule\/[\w-]+\/\*/,
    reason: 'A schedule has no name before it is created, so its group is named.',
  },
  {
    pattern:
      /:(?:ses|sms-voice|social-messaging):.*:(?:identity|configuration-set|phone-number|sender-id|pool|phone-number-id)\/\*/,
    reason: 'The account of an installation determines from which addresses and numbers it sends.',
  },
  {
    pattern: /:secretsmanager:.*:secret:.*\/credentials\/\*/,
    reason: 'Credentials of provider accounts are created at run time, under a prefix of this installation.',
  },
  {
    pattern: /:secretsmanager:.*:secret:delivery-[\w-]+-model-key-\*/,
    reason: 'Secrets Manager ends the ARN of a secret with six characters of its own.',
  },
  {
    pattern: /:bedrock:.*:(?:foundation-model|inference-profile)\/\*/,
    reason: 'Organizations choose among the models that the account has access to.',
  },
  {
    pattern: /:cloudwatch:.*:alarm:delivery-[\w-]+-\*/,
    reason: 'The alarms of this installation; CodeDeploy asks for those that its deployment groups name.',
  },
];

/** cdk-nag's rule about wildcards in policies. */
const NO_WILDCARDS = 'IAM5';

/** cdk-nag's checks, with the accepted wildcards listed in one place instead of at each function. */
export class HouseChecks extends AwsSolutionsChecks {
  protected override applyRule(params: IApplyRule): void {
    const { rule, ruleSuffixOverride } = params;
    const withoutAccepted: IApplyRule['rule'] = (node) => {
      const found = rule(node);
      return Array.isArray(found) ? found.filter((finding) => !isAccepted(finding)) : found;
    };
    super.applyRule(ruleSuffixOverride === NO_WILDCARDS ? { ...params, rule: withoutAccepted } : params);
  }
}

function isAccepted(finding: string): boolean {
  return WILDCARD_RESOURCES.some(({ pattern }) => pattern.test(finding));
}
