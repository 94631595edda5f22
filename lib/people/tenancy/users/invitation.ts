import { signInUrl } from '../../../platform/core/links.ts';

/** The e-mail of an invitation. */
export function invitationEmail(of: {
  readonly email: string;
  readonly firstName: string | null;
  readonly invitedBy: string;
  readonly organizationName: string;
}): { readonly subject: string; readonly body: string } {
  const { email, firstName, invitedBy, organizationName } = of;
  return {
    subject: `You are invited to ${organizationName}`,
    body: [
      firstName === null ? 'Hello,' : `Hello ${firstName},`,
      `${invitedBy} invited you to ${organizationName}.`,
      `Sign in as ${email} at ${signInUrl()}`,
    ].join('\n\n'),
  };
}
