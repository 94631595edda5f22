import type { Node } from 'constructs';

/** Keys that a stage may set, in `cdk.json` under `stages` or on the command line with `--context`. */
const KEYS = [
  'alarmEmail',
  'alarmUrl',
  'archiveDays',
  'authorizerCacheSeconds',
  'batching',
  'canary',
  'certificateArn',
  'copyDays',
  'copyEveryHours',
  'copyVault',
  'corsOrigins',
  'documentDays',
  'domainName',
  'emailConfigurationSet',
  'emailDomain',
  'emailFrom',
  'geocoder',
  'lakeDays',
  'logLevel',
  'map',
  'mapStyleUrl',
  'modelEndpoint',
  'modelName',
  'notificationTopics',
  'organizationMetrics',
  'production',
  'provisionedReadUnits',
  'provisionedWriteUnits',
  'recordDays',
  'requestsPerSecond',
  'reserveConcurrency',
  'restoredTable',
  'restoredTableStreamArn',
  'signInAudience',
  'signInIssuer',
  'signInMfa',
  'signInSelfSignUp',
  'signInSender',
  'smsConfigurationSet',
  'smsOrigin',
  'solverCores',
  'stage',
  'tags',
  'tracePercent',
  'travel',
  'warmReadUnits',
  'warmWriteUnits',
  'whatsappOrigin',
] as const;

export type SettingKey = (typeof KEYS)[number];

/** Context of the CDK itself has a mark in its name: `@aws-cdk/core:...`, `aws:cdk:...`, `availability-zones:...`. */
const OWN_KEY = /^[a-zA-Z]+$/;

/** Keys of ours that contain the settings of each stage, by its name. */
const STAGES = 'stages';

/** Checked CDK context: an unknown key or value stops the synthesis with an error that names it and the accepted values. */
export class Settings {
  readonly stage: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(node: Node) {
    const context: Readonly<Record<string, unknown>> = node.getAllContext();
    const { [STAGES]: stages = {}, ...direct } = context;
    refuseUnknown(Object.keys(direct).filter((key) => OWN_KEY.test(key)));
    this.stage = String(direct.stage || 'dev');
    if (!/^[a-z][a-z0-9-]{0,15}$/.test(this.stage)) {
      throw refusal(
        'stage',
        this.stage,
        'up to 16 lower-case letters, digits and hyphens, starting with a letter',
      );
    }
    const byStage = stages as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    // A key that is misspelt for production is better found when the stage before it is deployed.
    for (const ofStage of Object.values(byStage)) refuseUnknown(Object.keys(ofStage));
    const ofStage = byStage[this.stage] ?? {};
    this.#values = { ...ofStage, ...direct };
  }

  /** Undefined when it is absent or empty. */
  text(key: SettingKey): string | undefined {
    const value = this.#values[key];
    return value === undefined || value === null || value === '' ? undefined : String(value);
  }

  /** A text of this form; `accepted` describes it in words. */
  matching(key: SettingKey, form: RegExp, accepted: string): string | undefined {
    const given = this.text(key);
    if (given !== undefined && !form.test(given)) throw refusal(key, given, accepted);
    return given;
  }

  oneOf<Value extends string>(key: SettingKey, accepted: readonly Value[], fallback: Value): Value {
    const given = this.text(key) ?? fallback;
    const found = accepted.find((value) => value === given);
    if (found === undefined) throw refusal(key, given, `one of ${accepted.join(', ')}`);
    return found;
  }

  flag(key: SettingKey, fallback: boolean): boolean {
    return this.oneOf(key, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  whole(key: SettingKey, { from, to, fallback }: { from: number; to: number; fallback: number }): number {
    const given = this.text(key) ?? String(fallback);
    const value = Number(given);
    if (Number.isInteger(value) && value >= from && value <= to) return value;
    throw refusal(key, given, `a whole number from ${from} to ${to}`);
  }

  /** Values separated by commas, each of this form. */
  list(key: SettingKey, form: RegExp, accepted: string): readonly string[] {
    const values = (this.text(key) ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    for (const value of values) if (!form.test(value)) throw refusal(key, value, accepted);
    return values;
  }
}

/** One sentence that names the given and the accepted values. */
export function refusal(key: SettingKey, given: string, accepted: string): Error {
  return new Error(`Context "${key}" is "${given}"; it must be ${accepted}.`);
}

function refuseUnknown(given: readonly string[]): void {
  const unknown = given.find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) {
    throw new Error(`Context "${unknown}" is not known. Use ${KEYS.join(', ')}.`);
  }
}
