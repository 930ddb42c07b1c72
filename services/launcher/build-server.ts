import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { rootFolder } from '../root-folder';
import { bundle, childEntries } from './bundle';

/** `npm run build:server`: bundles the server, the processes it starts and the commands, in place of the former ones. */
const outdir = path.join(rootFolder, 'build');
const former = existsSync(outdir) ? readdirSync(outdir).filter((name) => /\.js(?:\.map)?$/.test(name)) : [];
for (const name of former) rmSync(path.join(outdir, name));

await bundle(outdir, {
  server: 'server.ts',
  ...childEntries,
  account: 'services/launcher/account-command.ts',
  administration: 'services/launcher/administration-command.ts',
  backup: 'services/launcher/backup-command.ts',
  restore: 'services/launcher/restore-command.ts',
  verify: 'services/launcher/verify-command.ts',
  dois: 'services/launcher/doi-command.ts',
  jobs: 'services/launcher/job-command.ts',
  search: 'services/launcher/search-command.ts',
});
