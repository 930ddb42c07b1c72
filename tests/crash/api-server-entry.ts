import path from 'node:path';

import { serve } from '@hono/node-server';

import { chairRole, expertRole } from '@domain/roles';

import { readConfiguration } from '../../services/configuration/configuration';
import { freeBytes } from '../../services/database/free-bytes';
import { openDatabase } from '../../services/database/open-database';
import { openBody } from '../../services/http/web-listener';
import { openRepository } from '../../services/repository';
import type { Actor } from '../../services/repository/context/context';
import { createMailer } from '../../services/repository/mail/nodemailer-mailer';
import { recordPerson } from '../../services/repository/store/people';
import { addUploadAt } from '../support/ready-uploads';
import { actors, serveTestApi, type TestApi, testToken } from '../support/test-api';

/*
 * A server of the repository API for `crashBoard` and `crashLife`, run from the sources: the database of DATABASE_URL,
 * or the embedded one in DATA_DIR, real jobs, mails in the outbox. Its first start makes SUBMISSIONS submissions. When it is ready, it prints a line of JSON with
 * its port and tokens.
 */

const configuration = readConfiguration(process.env);
const { dataDir } = configuration;
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (error: unknown) => void process.stderr.write(`${String((error as Error)?.stack ?? error)}\n`),
};
const database = await openDatabase({ ...configuration, onExit: () => undefined });
const mail = createMailer({
  from: 'no-reply@motothek.example',
  outboxFolder: path.join(dataDir, 'outbox'),
  log: () => undefined,
});
const { context } = await openRepository({
  ...configuration,
  jobs: configuration.tiers.jobs,
  pool: database.pool,
  mail,
  freeBytes: () => freeBytes(dataDir),
  settings: { ...configuration, contactEmail: 'contact@motothek.example', jobWaitMs: 0 },
  verifyToken: () => Promise.reject(new Error('The tests have tokens of their own.')),
  roleHolders: () => Promise.resolve(null),
  findAccount: null,
  recordsElsewhere: null,
  accounts: null,
  openBody,
  useReportSecret: undefined,
  soleWorker: configuration.databaseUrl === undefined,
  log,
});

const chair: Actor = {
  subject: 'chair',
  name: 'Cora Chair',
  email: 'chair@example.org',
  roles: [expertRole, chairRole],
};
const callers = { ...actors, chair };
const test = serveTestApi({ repository: context, pool: database.pool } as TestApi);
const { rows } = await database.pool.query('select 1 from repository.uploads limit 1');
if (rows.length === 0) {
  for (const actor of Object.values(callers)) await recordPerson(context.db, { ...actor, language: 'en' }, new Date());
  for (let made = 0; made < Number(process.env.SUBMISSIONS); made += 1) await addUploadAt(test, 'submitted');
}
const tokens = await Promise.all(
  Object.entries(callers).map(async ([name, actor]) => [name, await testToken(actor, { expiresIn: '60m' })] as const),
);
serve({ fetch: test.api.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port, tokens: Object.fromEntries(tokens) })}\n`);
});
