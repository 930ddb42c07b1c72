import type { Server } from 'node:http';
import path from 'node:path';

import type { Configuration } from '../configuration/configuration';
import { contactOf } from '../configuration/operator';
import { freeBytes } from '../database/free-bytes';
import type { OpenedDatabase } from '../database/open-database';
import { openBody } from '../http/web-listener';
import { log } from '../log/log';
import { openRepository, type Repository } from '../repository';
import { createTokenVerifier } from '../repository/api/authentication';
import { issuerKeys } from '../repository/api/issuer-keys';
import { createMailer } from '../repository/mail/nodemailer-mailer';
import { createOutboxLog } from './demonstration-mails';
import { lendingOrigin } from '../repository/files/lend-address';
import { openProvider } from './open-provider';
import { personalDataOf } from './personal-data';
import { personMergingOf } from './person-merging';
import { recordsElsewhere } from './records-elsewhere';
import { openWebBuild } from './web-build';

/** Longest time a request waits for a job before its page says that it still runs. */
const jobWaitMs = 3000;

/** Opens mails, the build of the web app, the identity provider and the repository, unless these are elsewhere. */
export async function openServices(
  configuration: Configuration,
  { pool, standby, kind }: OpenedDatabase,
  server: Server,
) {
  const { dataDir, requiredFactorRoles, repositoryUrl } = configuration;
  const { issuer, audience, isOutside, roleClaim } = configuration.identity;
  const outbox = createOutboxLog(log.info);
  const mail = createMailer({
    smtpUrl: configuration.smtpUrl,
    from: configuration.mailFrom,
    outboxFolder: path.join(dataDir, 'outbox'),
    log: outbox.add,
  });
  const webBuild = await openWebBuild(server, configuration);
  const downloadOrigin = await lendingOrigin(configuration);
  const opened: { repository?: Repository } = {};
  const context = () => opened.repository!.context;
  const personalData = repositoryUrl ? null : personalDataOf(context);
  const merging = repositoryUrl ? null : personMergingOf(context);
  const identity =
    isOutside || repositoryUrl
      ? null
      : await openProvider(configuration, {
          pool,
          issuer,
          audience,
          downloadOrigin,
          build: webBuild.atStart,
          mail,
          personalData,
          merging,
        });
  const keys = identity?.keys ?? issuerKeys(configuration.identity);
  const repository = repositoryUrl
    ? null
    : await openRepository({
        ...configuration,
        pool,
        readerPool: standby?.pool,
        mail,
        freeBytes: () => freeBytes(dataDir),
        settings: { ...configuration, contactEmail: contactOf(configuration), jobWaitMs },
        verifyToken: createTokenVerifier({
          issuer,
          audience,
          keys,
          roleClaim,
          acceptsPlainType: isOutside,
          requiredFactorRoles,
          stillHolds: identity?.stillHolds,
        }),
        roleHolders: (db) => (identity ? identity.roleHolders(db) : Promise.resolve(null)),
        findAccount: identity?.findAccount ?? null,
        recordsElsewhere,
        accounts: identity?.administration ?? null,
        openBody,
        jobs: configuration.tiers.jobs,
        soleWorker: kind === 'embedded',
        log,
      });
  if (repository) opened.repository = repository;
  return { pool, webBuild, downloadOrigin, identity, repository, outbox };
}
