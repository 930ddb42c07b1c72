// @ts-check
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { buildWhenStale, builtServer } from './build-when-stale.js';

/** `npm start`: builds when the sources are not those of the build, then becomes the built server. */
if (!buildWhenStale()) process.exit(1);
// Not before: the tools of the build need no secrets.
await import('./read-env-file.js');
process.env.NODE_ENV = 'production';
await import(pathToFileURL(builtServer).href);
