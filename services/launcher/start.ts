import { pathToFileURL } from 'node:url';

import { buildWhenStale, builtServer } from './build-when-stale';

/** `npm start`: builds when the sources are newer than the build, then becomes the built server. */
if (!buildWhenStale()) process.exit(1);
process.env.NODE_ENV = 'production';
await import(pathToFileURL(builtServer).href);
