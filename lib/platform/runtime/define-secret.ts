import { constantCase } from './constant-case.ts';

/** A secret of the installation. The retained stack creates every secret that a function uses. */
export interface Secret {
  /** Kebab-case; names the resource and the variable. Never rename it: its value would be lost. */
  readonly name: string;
  readonly description: string;
  /** Why nothing rotates it automatically. */
  readonly whyNotRotated: string;
}

/** How long a function keeps a secret that it read. Milliseconds. */
export const SECRET_KEPT_MS = 5 * 60_000;

/** Defines a secret: 64 random letters and digits, created at the first deployment and kept for ever. */
export function defineSecret(secret: Secret): Secret {
  return Object.freeze(secret);
}

/** `SECRET_WEBHOOK_SIGNING_ARN` of the secret `webhook-signing`: the variable that holds its ARN. */
export function secretVariable({ name }: Pick<Secret, 'name'>): string {
  return `SECRET_${constantCase(name)}_ARN`;
}
