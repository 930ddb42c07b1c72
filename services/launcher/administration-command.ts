import { freeBytes } from '../database/free-bytes';
import { inTurn } from '../database/in-turn';
import { migrateSchema } from '../database/migrate-schema';
import { createAccountAdministration } from '../identity/accounts/administration';
import { openIdentityStore } from '../identity/store/database';
import { runAdministrationCommand } from './run-administration';
import { runQueueTool } from './run-tool';

/** `npm run administration` */
await runQueueTool(async ({ configuration, pool, db, jobs, write }) => {
  const now = () => new Date();
  const isHere = !configuration.identity.isOutside && configuration.repositoryUrl === undefined;
  if (isHere) await inTurn(pool, () => migrateSchema(pool, 'identity'));
  return runAdministrationCommand(process.argv.slice(2), {
    ...{ db, jobs, now, write },
    accounts: isHere ? createAccountAdministration({ db: openIdentityStore(pool), now }) : null,
    freeBytes: () => freeBytes(configuration.dataDir),
    settings: configuration,
    settingsInForce: configuration.settingsInForce,
  });
});
