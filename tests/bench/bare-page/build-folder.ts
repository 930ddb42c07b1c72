import path from 'node:path';

/** Where the build of the bare page lies. */
export const buildFolder = path.resolve(import.meta.dirname, '../../../.cache/bare-page');
