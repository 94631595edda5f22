/** Folders beside functions' bundles, and the page in each. The build knows them and puts the files there. */

/** The operations console. */
export const CONSOLE_FOLDER = 'console';

/** The driver's app. */
export const DRIVER_APP_FOLDER = 'driver-app';

/** The API reference. */
export const DOCS_FOLDER = 'docs';

/** Name of the page among the files. */
export const PAGE = 'index.html';

/** Ends the names of the guides among the files of the API reference. */
export const GUIDE_EXTENSION = '.guide';
