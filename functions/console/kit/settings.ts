/** Settings that the page was served with: `functions/api/console/page-settings.ts`. */
interface Settings {
  readonly signIn?: {
    readonly clientId: string;
    readonly issuer: string;
    readonly authorizationEndpoint: string;
    readonly tokenEndpoint: string;
    readonly endSessionEndpoint: string | null;
  };
  readonly mapStyleUrl: string;
}

const content = document.querySelector('meta[name="console-settings"]')?.getAttribute('content') ?? '{}';

/** Settings of the installation. */
export const settings: Settings = JSON.parse(content);
