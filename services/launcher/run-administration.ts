import type { AuditPage, AuditValues } from '@domain/api/administration';
import { formatBytes } from '@domain/formats';
import { formerPrefix } from '@domain/former-person';
import type { Paged } from '@domain/page-of';

import { listFixity } from '../repository/usecases/administration/fixity';
import { changeMail, listMails } from '../repository/usecases/administration/mails';
import { listAudit, listSettings } from '../repository/usecases/administration/overview';
import { listStorage } from '../repository/usecases/administration/storage';
import type { RepositoryContext } from '../repository/context/context';

const usage = `Shows what the pages at /administration show, also while the server runs.

  npm run administration -- mails                 mails that wait or were refused
  npm run administration -- mails send <id>       sends one of them again
  npm run administration -- mails discard <id>    discards it
  npm run administration -- storage               what each account stores
  npm run administration -- settings              settings in force, without secrets
  npm run administration -- audit [<account>]     administrative acts; of accounts with this name, e-mail or id
  npm run administration -- fixity                damaged and missing objects

Lists have pages of 50: add --page 2 for the second. Accounts have a command of their own (npm run account), and so have
jobs (npm run jobs) and DOIs (npm run dois). The running server sends the mails.
`;

type Parts = Pick<RepositoryContext, 'db' | 'jobs' | 'now' | 'accounts' | 'freeBytes' | 'settingsInForce'> & {
  settings: Pick<RepositoryContext['settings'], 'storage' | 'fixity'>;
  write(text: string): void;
};

/** Runs one command. Returns its exit code: 0 done, 1 nothing found, 2 wrong arguments. */
export async function runAdministrationCommand(given: readonly string[], parts: Parts): Promise<number> {
  const { rest, page } = pageOf(given);
  const [what, ...more] = rest;
  if (page !== null) {
    if (what === 'mails' && more.length === 2) return actOnMail(parts, more[0]!, more[1]!);
    const lines = more.length > (what === 'audit' ? 1 : 0) ? null : await linesOf(parts, what, more[0] ?? null, page);
    if (lines) {
      parts.write(lines.map((line) => `${line}\n`).join(''));
      return 0;
    }
  }
  parts.write(usage);
  return 2;
}

/** The page that `--page` names, null if it is none, and the other arguments. */
function pageOf(given: readonly string[]): { rest: string[]; page: number | null } {
  const at = given.indexOf('--page');
  if (at < 0) return { rest: [...given], page: 1 };
  const page = /^[1-9]\d{0,5}$/.test(given[at + 1] ?? '') ? Number(given[at + 1]) : null;
  return { rest: given.filter((_, index) => index !== at && index !== at + 1), page };
}

async function actOnMail(parts: Parts, act: string, id: string): Promise<number> {
  if (act !== 'send' && act !== 'discard') {
    parts.write(usage);
    return 2;
  }
  const { isDone } = await changeMail(null, parts, { id, act });
  if (!isDone) parts.write('There was nothing left to do: the mail is gone, or is being sent already.\n');
  else parts.write(act === 'send' ? 'The running server sends the mail again.\n' : 'The mail is discarded.\n');
  return isDone ? 0 : 1;
}

/** The lines of a list; null if there is no such list. */
async function linesOf(parts: Parts, what: string | undefined, text: string | null, page: number) {
  switch (what) {
    case 'mails':
      return mailLines(parts, page);
    case 'storage':
      return storageLines(parts, page);
    case 'settings':
      return settingLines(parts);
    case 'audit':
      return auditLines(parts, text, page);
    case 'fixity':
      return fixityLines(parts, page);
    default:
      return null;
  }
}

async function mailLines(parts: Parts, page: number): Promise<string[]> {
  const list = await listMails(null, parts, page);
  const lines = list.mails.map(({ id, recipient, from, kind, state, since, nextAt, reason }) => {
    const about = from === 'accounts' ? `an account (${kind})` : 'a data set';
    const when = state === 'refused' ? 'refused' : `retried at ${nextAt}`;
    return `${id}  ${recipient}  about ${about}  since ${since}, ${when}  ${reason || 'no code'}`;
  });
  return [...orNone(lines, 'No mail waits, and none was refused.'), ...placeLines(list)];
}

async function storageLines(parts: Parts, page: number): Promise<string[]> {
  const list = await listStorage(null, parts, page);
  const size = (bytes: number) => formatBytes(bytes, 'en');
  const limit = list.totalBytes === null ? '' : ` of ${size(list.totalBytes)}`;
  return [
    `All accounts: ${size(list.storedBytes)}${limit}; free on the disk: ${size(list.freeBytes)}; ` +
      `reserve: ${size(list.reserveBytes)}; one account: ${size(list.accountBytes)}`,
    ...countedLines(list),
    ...list.accounts.map(({ subject, name, email, bytes }) => {
      const who = subject === formerPrefix ? 'deleted accounts' : `${email || 'unknown account'}  ${name}  ${subject}`;
      return `${size(bytes)}  ${who}`;
    }),
    ...placeLines(list),
  ];
}

async function settingLines(parts: Parts): Promise<string[]> {
  const { settings } = await listSettings(null, parts);
  return settings.map(({ name, value, isSecret, isSet }) => {
    const shown = isSecret && isSet ? '(secret)' : (value ?? '(none)');
    return `${name}=${shown}${isSet ? '' : '  (default)'}`;
  });
}

async function auditLines(parts: Parts, account: string | null, page: number): Promise<string[]> {
  const list = await listAudit(null, parts, { account, act: null, page });
  const lines = list.acts.map(({ at, actor, act, account: whom, object, before, after }) => {
    const on = whom ? personOf(whom) : (object ?? '');
    return [at, actor ? personOf(actor) : 'command or server', act, on, changeOf(before, after)]
      .filter(Boolean)
      .join('  ');
  });
  return [...orNone(lines, 'There are no such acts.'), ...placeLines(list)];
}

function personOf({ subject, email }: NonNullable<AuditPage['acts'][number]['actor']>): string {
  return email ?? subject;
}

function changeOf(before: AuditValues | null, after: AuditValues | null): string {
  const written = (values: AuditValues | null) => (values ? JSON.stringify(values) : '');
  return before ? `${written(before)} -> ${written(after)}` : written(after);
}

async function fixityLines(parts: Parts, page: number): Promise<string[]> {
  const list = await listFixity(null, parts, page);
  const { objects, bytes, oldestCheck, overdue, notReplicated } = list;
  const lines = list.faults.map(({ key, uploads, fault, foundAt, mendedAt }) => {
    const named = uploads.map(({ id, fileName }) => `${id} ${fileName}`).join(', ');
    return `${key}  ${named}  ${fault}  found ${foundAt}, ${mendedAt ? `right again since ${mendedAt}` : 'not right yet'}`;
  });
  return [
    `${objects} objects (${formatBytes(bytes, 'en')}); oldest comparison: ${oldestCheck ?? 'none'}; overdue: ${overdue}; ` +
      `not in the replica: ${notReplicated ?? 'there is no replica'}`,
    ...countedLines(list),
    ...orNone(lines, 'No damaged or missing object was found.'),
    ...placeLines(list),
  ];
}

function countedLines({ countedAt }: { countedAt: string | null }): string[] {
  return countedAt === null ? [] : [`Counted at ${countedAt}`];
}

function orNone(lines: string[], none: string): string[] {
  return lines.length === 0 ? [none] : lines;
}

function placeLines({ page, pages, total }: Paged): string[] {
  return pages > 1 ? [`Page ${page} of ${pages}, ${total} in all`] : [];
}
