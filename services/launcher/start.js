// @ts-check
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { buildWhenStale, builtServer } from './build-when-stale.js';

/** `npm start`: builds if the sources have changed since the last build, then runs the built server in this process. */
if (!buildWhenStale()) process.exit(1);
// Loaded after the build, so that the build tools do not get the secrets.
await import('./read-env-file.js');
process.env.NODE_ENV = 'production';
await import(pathToFileURL(builtServer).href);
