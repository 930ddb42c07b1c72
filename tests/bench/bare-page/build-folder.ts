import path from 'node:path';

export const buildFolder = path.resolve(import.meta.dirname, '../../../.cache/bare-page');
