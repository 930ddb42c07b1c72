// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { builtServer, buildWhenStale, hasBuildTools } from './build-when-stale.js';
import './read-env-file.js';

/** Package that registers itself when it is imported. The name is cast, because it has no types. */
const typeScriptLoader = /** @type {string} */ ('tsx');
const sources = {
  account: './account-command.ts',
  administration: './administration-command.ts',
  backup: './backup-command.ts',
  dois: './doi-command.ts',
  jobs: './job-command.ts',
  'move-to-bucket': './move-to-bucket-command.ts',
  'move-to-postgresql': './move-to-postgresql-command.ts',
  restore: './restore-command.ts',
  search: './search-command.ts',
  verify: './verify-command.ts',
};

/**
 * `npm run account`, `npm run backup` and the others in `sources`: runs a command-line tool from its source or, after
 * `npm ci --omit=dev`, from the build. An existing build is never renewed, because a server may be running from it.
 */
const [name = ''] = process.argv.splice(2, 1);
const built = path.join(path.dirname(builtServer), `${name}.js`);
if (hasBuildTools()) {
  await import(typeScriptLoader);
  await import(sources[/** @type {keyof typeof sources} */ (name)]);
} else {
  if (!existsSync(built) && !buildWhenStale()) process.exit(1);
  await import(pathToFileURL(built).href);
}
