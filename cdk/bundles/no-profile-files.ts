import type { Plugin } from 'esbuild';

/**
 * Functions have no `~/.aws/config`: without this, clients look for it, and for the file of credentials, with their first
 * request, which loads a part of Node and takes some milliseconds.
 */
export const noProfileFiles: Plugin = Object.freeze({
  name: 'no-profile-files',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /[\\/]shared-ini-file-loader[\\/]loadSharedConfigFiles\.js$/ }, () => ({
      contents: `export { CONFIG_PREFIX_SEPARATOR } from './constants';
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
    }));
  },
});
