import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';

import { inject } from 'vitest';

import { openDatabase } from '../../services/database/open-database';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { sha256Of } from '../../services/repository/sha256';
import { openStore } from '../../services/repository/store/database';
import { storeSums } from '../../services/repository/store/object-sums';
import { claimObjects } from '../../services/repository/upkeep/claim-objects';
import { publishForTest } from './published-data-sets';
import { createTestRepository } from './test-repository';

/** Text in which a cut line, a lost escape or another encoding would show. */
const hardText = `Set with “quotes”, \\, {}, Ümlauts, 𝄞, a tab \t, a line\nbreak and \u2028 another one`;

/** What gives access, a kept file, a job and a text, in rows. */
const statements = [
  `insert into repository.access_tokens (owner, label, hash, scopes, made_at, until)
   select subject, 'script', 'hash', '{read}', now(), '2999-01-01' from repository.people limit 1`,
  `insert into web.sessions (id_hash, subject, sid, sealed, created_at, last_seen_at)
   values ('hash', 'somebody', '', 'sealed', now(), now())`,
  `insert into identity.artifacts (model, id, payload, expires_at) values ('Session', 'hash', '{}', now())`,
  `insert into web.drafts (subject, form, object, window_id, version, entries, saved_after_session_end, saved_at)
   values ('one', 'metadata', '1', '', 1, $1, false, now())`,
  `insert into pgboss.job (name, data) values ('send-mail', '{"mail":1}')`,
];

/** The data folder of a stopped server with the embedded database: data sets, objects, and what gives access. */
export async function makeServerFolder(dataDir: string): Promise<void> {
  const test = await createTestRepository();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(inject('databaseTemplate'), path.join(dataDir, 'database'), { recursive: true });
  writeFileSync(path.join(dataDir, 'session-secret'), 's'.repeat(40), { mode: 0o600 });
  const { pool, close } = await openDatabase({ dataDir, statementSeconds: 60 });
  const db = openStore(pool);
  const files = await createDiskFileStore(path.join(dataDir, 'objects'));
  await claimObjects({ db, files });
  for (const nr of [1, 2, 3, 4, 5, 6]) {
    const tables = [
      {
        name: 'a',
        select: `select i + ${nr} as slj from range(50) as t(i)`,
        columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }],
      },
    ];
    await publishForTest({ ...test.repository, db, files }, { nr, title: `Jumps ${nr}`, tables });
  }
  const now = new Date();
  for await (const { key, bytes } of files.list('published/')) {
    await storeSums(db, [{ key, bytes, sha256: await sha256Of(await files.read(key)) }], now, () => now);
  }
  for (const statement of statements) await pool.query(statement, statement.includes('$1') ? [hardText] : []);
  const content = Buffer.from('kept');
  const key = `kept/${randomUUID()}`;
  await files.put(key, Readable.from([content]));
  await pool.query(
    'insert into repository.kept_files (content_key, object_key, bytes, sha256, used_at) values ($1, $1, 4, $2, now())',
    [key, createHash('sha256').update(content).digest('hex')],
  );
  await close();
  await test.close();
}

/** A copy of the data folder of a stopped server. */
export function copyServerFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (source) => !/\.(?:database-lock|s\.PGSQL)/.test(source) });
}
