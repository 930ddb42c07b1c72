import {
  type Administration,
  administrationPerPage,
  type AuditAct,
  type AuditPage,
  type SettingInForce,
} from '@domain/api/administration';
import { placeOf } from '@domain/page-of';

import { findMerged, listActs, nameMerged } from '../../../audit/audit';
import type { Actor, RepositoryContext } from '../../context/context';
import { namePeople } from '../../context/name-people';
import { readFigures } from '../../figures/kept-figures';
import { countJobs } from '../../store/jobs';
import { countFaults } from '../../store/object-sums';
import { countStuckMails, waitingDois } from '../../upkeep/stuck-work';

/** What needs an administrator's eye, in numbers. */
export async function describeAdministration(_actor: Actor, repository: RepositoryContext): Promise<Administration> {
  const { db, accounts, freeBytes } = repository;
  const counts = await countJobs(db);
  const { damaged, missing } = await countFaults(db);
  const { value: stored, countedAt } = await readFigures(repository, 'storedBytes');
  const failed = counts.filter(({ name }) => name !== 'send-mail' && name !== 'register-doi');
  return {
    accounts: accounts ? (await accounts.page({ text: '', page: 1, perPage: 1 })).total : null,
    storedBytes: stored,
    freeBytes: await freeBytes(),
    failedJobs: failed.reduce((sum, { failed: each }) => sum + each, 0),
    waitingDois: (await waitingDois(repository)).length,
    waitingMails: await countStuckMails(repository),
    wrongObjects: damaged + missing,
    countedAt: countedAt?.toISOString() ?? null,
  };
}

/** The settings of the installation, without secrets. */
export async function listSettings(
  _actor: Actor | null,
  { settingsInForce }: Pick<RepositoryContext, 'settingsInForce'>,
): Promise<{ settings: SettingInForce[] }> {
  return { settings: [...settingsInForce] };
}

/**
 * A page of the administrative acts, newest first; of one kind, or of those by or about the accounts with a text in their
 * name or e-mail address, or with this id. Accounts that were merged into another one are known by their former names.
 */
export async function listAudit(
  _actor: Actor | null,
  repository: Pick<RepositoryContext, 'db' | 'accounts'>,
  { account, act, page }: { account: string | null; act: AuditAct | null; page: number },
): Promise<AuditPage> {
  const perPage = administrationPerPage;
  const accounts = account === null ? null : await findIds(repository, account);
  const { total, rows } = await listActs(repository.db, { accounts, act }, { page, perPage });
  const subjects = rows.flatMap((row) => [row.actor, row.account].filter((subject) => subject !== null));
  const names = await namePeople(repository, [...new Set(subjects)]);
  const merged = await nameMerged(repository.db, [...new Set(subjects)]);
  const personOf = (subject: string | null) => {
    if (subject === null) return null;
    const { name = null, email = null } = names.get(subject) ?? merged.get(subject) ?? {};
    return { subject, name, email, isMerged: merged.has(subject) };
  };
  return {
    ...placeOf(total, page, perPage),
    acts: rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      actor: personOf(row.actor),
      account: personOf(row.account),
    })),
  };
}

/** Ids of the accounts that a text fits, and the text, which may be the id of one that does not exist any more. */
async function findIds({ db, accounts }: Pick<RepositoryContext, 'db' | 'accounts'>, text: string): Promise<string[]> {
  return [text, ...((await accounts?.ids(text)) ?? []), ...(await findMerged(db, text))];
}
