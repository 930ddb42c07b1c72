import path from 'node:path';

import { rootFolder } from '../root-folder';
import { childEntries, replaceBundles } from './bundle';

/** `npm run build:server`: bundles the server, the processes it starts and the commands. */
await replaceBundles(path.join(rootFolder, 'build'), {
  server: 'server.ts',
  ...childEntries,
  account: 'services/launcher/account-command.ts',
  administration: 'services/launcher/administration-command.ts',
  backup: 'services/launcher/backup-command.ts',
  restore: 'services/launcher/restore-command.ts',
  verify: 'services/launcher/verify-command.ts',
  'move-to-postgresql': 'services/launcher/move-to-postgresql-command.ts',
  'move-to-bucket': 'services/launcher/move-to-bucket-command.ts',
  dois: 'services/launcher/doi-command.ts',
  jobs: 'services/launcher/job-command.ts',
  search: 'services/launcher/search-command.ts',
});
