import { contentKey } from './contents';
import type { CompletedBackup } from './back-up';
import { isReadable, type Manifest } from './manifest';
import type { Restored } from './restore-backup';
import type { Fault, VerifiedBackups } from './verify-backups';

/** Names that are listed before the rest is counted. */
const listedNames = 20;

const wholeNumber = new Intl.NumberFormat('en');

/** A size in the largest unit of which there is at least one, as 1.5 GB. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** A number with what it counts. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${wholeNumber.format(number)} ${number === 1 ? one : many}`;
}

/** A line for each name, the first of many. */
export function list(names: string[]): string {
  const shown = names.slice(0, listedNames).map((name) => `  ${name}\n`);
  return shown.join('') + (names.length > listedNames ? `  and ${names.length - listedNames} more\n` : '');
}

function contentsOf({ tables, rows, objectCount, objectBytes }: Manifest): string {
  return `${count(tables, 'table')} with ${count(rows, 'row')}, ${count(objectCount, 'object')} of ${sizeOf(objectBytes)}`;
}

/** What the command says at the end of a backup. `place` is where it lies. */
export function describeBackup({ name, manifest, copied, copiedBytes }: CompletedBackup, place: string): string {
  const { missing, damaged } = manifest;
  const hasSecret = manifest.folderFiles['session-secret'] !== undefined;
  return [
    `The backup ${name} is complete: ${contentsOf(manifest)}.\n`,
    `${count(copied, 'new file')} of ${sizeOf(copiedBytes)} copied; everything else was there.\n`,
    missing.length > 0 ? `The repository has lost these objects, so they are not in it:\n${list(missing)}` : '',
    damaged.length > 0 ? `These objects of the repository are damaged, so they are not in it:\n${list(damaged)}` : '',
    'It is not encrypted. It contains everything that users have stored, hashes of their passwords and sealed keys.\n',
    hasSecret
      ? 'It also contains the file session-secret, which opens the sealed keys. Whoever can read it can read everything.\n'
      : 'It does not contain SESSION_SECRET. Keep that elsewhere: without it, a restored server needs new keys and all users have to sign in again.\n',
    'Unfinished uploads, kept downloads and mails in the outbox folder are not in it.\n',
    `It lies in ${place}.\n`,
  ].join('');
}

/** What the command says about verified backups. */
export function describeVerified({ backups, contents, bytes, faults, unfinished }: VerifiedBackups): string {
  const lines = backups.map(
    ({ name, manifest }) => `${name}: ${contentsOf(manifest)}${describeVersion(manifest)}\n${describeAbsent(manifest)}`,
  );
  const begun = `The backup that began at ${unfinished.join(', ')} is not complete: it is still running, or it was stopped.\n`;
  return [
    ...lines,
    ...faults.map(describeFault),
    unfinished.length > 0 ? begun : '',
    backups.length === 0 ? 'There is no complete backup.\n' : '',
    backups.length > 0 && faults.length === 0
      ? `${count(contents, 'file')} of ${sizeOf(bytes)} read: everything is as it was written.\n`
      : '',
    faults.length > 0
      ? 'Delete what is damaged and make a backup: what the repository still has is copied again.\n'
      : '',
  ].join('');
}

/** The version that made a backup, and whether another one has to restore it. */
function describeVersion(manifest: Manifest): string {
  const made = manifest.version === undefined ? '' : `, made by Motothek ${manifest.version}`;
  return isReadable(manifest) ? made : `${made}; this version cannot restore it`;
}

/** Objects that are not in a backup, because the repository had lost them. */
function describeAbsent({ missing, damaged }: Manifest): string {
  const absent = [...missing, ...damaged];
  return absent.length > 0 ? `These objects were already lost when the backup was made:\n${list(absent)}` : '';
}

function describeFault({ what, name, affects }: Fault): string {
  if (what === 'manifest') return `The manifest of ${name} is damaged, or of another version of Motothek.\n`;
  return `${contentKey(name)} is ${what}: ${affects.join(', ')}\n`;
}

/** What the command says after a restore. `hasSecret` tells whether the server has its secret now. */
export function describeRestored(
  name: string,
  manifest: Manifest,
  { objects, bytes, lost }: Restored,
  { hasSecret }: { hasSecret: boolean },
): string {
  return [
    `The backup ${name} was restored: ${count(manifest.rows, 'row')}, ${count(objects, 'object')} of ${sizeOf(bytes)}.\n`,
    lost.length > 0 ? `These objects are damaged or missing in the backup and were not restored:\n${list(lost)}` : '',
    describeAbsent(manifest),
    hasSecret
      ? ''
      : 'The backup does not contain SESSION_SECRET. Set it to its value at that time before you start the server, or run `npm run account -- forget-secret`.\n',
    'All sessions were ended, access tokens and private links revoked, and open invitations of co-authors and mailed links for a new password or address ended.\n',
    "Everything else is as it was when the backup was made: docs/operations.md, 'Restoring', lists what to repeat. Delete accounts again that were deleted since: npm run account -- delete.\n",
    'Start the server now.\n',
  ].join('');
}
