import type { Configuration } from '../configuration/configuration';
import { hasLessFree } from '../database/free-bytes';
import { knownMigrations, type MigratedSchema } from '../database/migrate-schema';
import type { OpenedDatabase } from '../database/open-database';
import { watchSchemas } from '../database/schema-state';
import type { Looks } from '../http/health';
import { markKey } from '../repository/context/file-store';
import { productVersion } from '../root-folder';
import type { openServices } from './open-services';

/** What `/readyz` looks at: all that this process uses. */
export function looksOf(
  { dataDir, storage, tiers }: Configuration,
  { pool, standby }: OpenedDatabase,
  { identity, repository }: Pick<Awaited<ReturnType<typeof openServices>>, 'identity' | 'repository'>,
): Looks {
  const schemas: MigratedSchema[] = [
    ...(repository ? (['repository', 'audit'] as const) : []),
    ...(identity ? (['identity', 'audit'] as const) : []),
    ...(tiers.web ? (['web'] as const) : []),
  ];
  return {
    migrations: watchSchemas(pool, new Map(schemas.map((each) => [each, knownMigrations(each)])), productVersion()),
    isLowOnSpace: () => hasLessFree(dataDir, storage.reserveBytes),
    isStandbyUsed: standby ? () => standby.isFit() : null,
    objects: repository && (() => repository.context.files.size(markKey)),
    engine: repository && (() => repository.context.tables.all('select 1')),
  };
}
