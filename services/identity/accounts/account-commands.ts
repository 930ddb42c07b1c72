import { parseArgs, type ParseArgsConfig } from 'node:util';

import { knownRoles } from '@domain/roles';

import { AccountRefusal, type AccountRefusalCode } from './account-refusal';
import type { Account, Accounts } from './accounts';
import { generatePassword, maxPasswordCharacters, minPasswordCharacters } from './passwords';

const usage = `Manages the accounts of this Motothek, also while the server runs.

  npm run account -- list
  npm run account -- add <e-mail> <name> [--role <role>] [--password-stdin]
  npm run account -- role <e-mail> <role>
  npm run account -- role <e-mail> --remove <role>
  npm run account -- password <e-mail> [--password-stdin]
  npm run account -- delete <e-mail> [--yes]
  npm run account -- remove-two-step <e-mail>
  npm run account -- lock <e-mail>
  npm run account -- unlock <e-mail>
  npm run account -- end-sessions <e-mail>
  npm run account -- name <e-mail> <name>
  npm run account -- email <e-mail> <new e-mail>
  npm run account -- merge <e-mail that goes> <e-mail that stays> [--yes]
  npm run account -- forget-secret

Experts of the editorial board have the role Experts. Its chair has the role Chair: an expert who also
invites experts, hands panels over, decides ties and reopens submissions. There should be at least one.
A role that an outside provider gives is removed there, or in its settings (docs/operations.md).
Admin is the role of those who look after accounts, jobs and storage at /administration. It opens no study.
The last account with the role Chair or Admin keeps it. Nobody can log in with a locked account; its uploads
and drafts are kept. Both addresses are told of a new one. Every act is recorded at /administration/audit.

A password is generated and printed, unless --password-stdin is given. Then the password is the first
line of the standard input. The owner of an account gets a mail about a new password.

delete ends every session of an account at once. A running server, or the next one that starts, deletes
everything else that is kept about its owner. What is published stays (docs/personal-data.md). It cannot be undone, so
it asks first, unless --yes is given.

merge is for somebody who has two accounts. Uploads, co-authorships, reviews, saved searches, drafts and logins with
outside providers of the first account go to the second one, and the first one ends with its password, two-step login and
access tokens. Its roles are not given to the second one. Both addresses get a mail. It cannot be undone, so it asks
first, unless --yes is given.

remove-two-step turns off two-step login for somebody who has lost both the app and the recovery codes. First make sure
that it is their account: whoever knows the password can log in then. Its sessions and access tokens end, and its owner
gets a mail, which the server sends when it runs.

forget-secret is for a SESSION_SECRET that is lost. Stop all servers first. It signs everybody out and ends every
authenticator app: whoever has one logs in with a recovery code or a passkey and sets it up again. No browser is known any
more. Accounts, passwords, recovery codes, passkeys and data stay.
`;

const refusals: Record<AccountRefusalCode, string> = {
  'email-invalid': 'This is not an e-mail address.',
  'email-taken': 'There is already an account with this e-mail address.',
  'name-invalid': 'The name is empty or too long.',
  'password-invalid': `A password must have ${minPasswordCharacters} to ${maxPasswordCharacters} characters.`,
  'role-invalid': `There is no role with this name. Known roles: ${knownRoles.join(', ')}.`,
  'no-personal-data': 'The repository runs elsewhere (REPOSITORY_URL). Delete or merge the account where it runs.',
  'not-confirmed': 'Nothing was changed. To confirm it, type yes or give --yes.',
  'last-admin': 'This is the last account with the role Admin that is not locked. Give the role to another one first.',
  'last-chair': 'This is the last account with the role Chair that is not locked. Give the role to another one first.',
  'account-locked': 'The account is locked.',
  'merge-same': 'Both addresses belong to the same account.',
  'merge-unknown': 'There is no account with the address that stays. `npm run account -- list` shows all accounts.',
  'merge-locked': 'One of the two accounts is locked. Unlock it first.',
  'merge-own': 'The account of whoever merges cannot be one of them.',
  'merge-changed': 'One of the accounts was changed at the same time. Try again.',
  'merge-both-reviewed':
    'Both accounts hold a panel of the same submission. The chair can hand one over if it is not decided; otherwise lock the account that is not needed.',
  'merge-reviewed-own':
    'One account reviews a submission of the other. The chair can hand the panel over if it is not decided; otherwise lock the account that is not needed.',
  'role-of-provider':
    'The role stays, because an outside provider gives it. Remove it there, or from its map of roles in the settings.',
  'account-changed': 'The account was changed at the same time. Try again.',
  'not-found': 'There is no account with this e-mail address. `npm run account -- list` shows all accounts.',
};

interface CommandParts {
  accounts: Accounts;
  write(text: string): void;
  /** Reads the first line of the standard input. */
  readLine(): Promise<string>;
}

/** Runs one command. Returns the exit code: 0 done, 1 refused with a message, 2 not understood. */
export async function runAccountCommand(given: string[], parts: CommandParts): Promise<number> {
  try {
    const text = await run(given, parts);
    parts.write(text ?? usage);
    return text === null ? 2 : 0;
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    parts.write(`${refusals[error.code]}\n`);
    return 1;
  }
}

const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;
const sureOption = { yes: { type: 'boolean' } } as const;

/** Options of the commands that have some. Any other one is not understood, because it may have been meant to matter. */
const optionsOf: Record<string, NonNullable<ParseArgsConfig['options']>> = {
  add: { role: { type: 'string' }, ...passwordOption },
  role: { remove: { type: 'string' } },
  password: passwordOption,
  delete: sureOption,
  merge: sureOption,
};

/** A command with what was given after it. */
interface Entered {
  command: string;
  email: string | undefined;
  more: string | undefined;
  values: { role?: string; remove?: string; 'password-stdin'?: boolean; yes?: boolean };
}

/** Returns null if something was given that the command does not have. */
function read([command = '', ...given]: string[]): Entered | null {
  const options = Object.hasOwn(optionsOf, command) ? optionsOf[command] : {};
  try {
    const { values, positionals } = parseArgs({ args: given, options, allowPositionals: true });
    const [email, more, ...surplus] = positionals;
    return surplus.length > 0 ? null : { command, email, more, values };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null;
    throw error;
  }
}

/** Returns the output of a command; null if it is not understood. */
async function run(given: string[], parts: CommandParts): Promise<string | null> {
  const entered = read(given);
  if (!entered) return null;
  const { accounts } = parts;
  const { command, email, more, values } = entered;
  const isSure = values.yes === true;
  if (!email) {
    if (command === 'list') return list(await accounts.list());
    if (command !== 'forget-secret') return null;
    await accounts.forgetSecret();
    return 'Everything sealed with the previous SESSION_SECRET has been removed. The next start uses the SESSION_SECRET set then.\n';
  }
  if (command === 'merge') return more ? merge(parts, { goes: email, stays: more, isSure }) : null;
  if (command === 'delete') return more ? null : remove(parts, { email, isSure });
  if (command === 'role') return changeRole(accounts, { ...entered, email });
  if (command === 'add' || command === 'password') return withPassword(parts, { ...entered, email });
  return change(accounts, command, email, more);
}

type EnteredFor = Entered & { email: string };

/** Gives a role or takes one away; null if both or neither is told. */
async function changeRole(accounts: Accounts, { email, more, values }: EnteredFor): Promise<string | null> {
  const { remove: removed } = values;
  if ((more === undefined) === (removed === undefined)) return null;
  const account = await (removed === undefined
    ? accounts.setRole(email, more ?? '')
    : accounts.removeRole(email, removed));
  return `Now ${describe(account)}\n${whenRolesShow}`;
}

/** Adds an account or sets its password; null if the command is not understood. */
async function withPassword(
  { accounts, readLine }: CommandParts,
  { command, email, more, values }: EnteredFor,
): Promise<string | null> {
  if ((command === 'add') === (more === undefined)) return null;
  const isRead = values['password-stdin'] === true;
  const password = isRead ? await readLine() : generatePassword();
  const printed = isRead ? '' : `Password: ${password}\n`;
  if (more === undefined) {
    await accounts.setPassword(email, password);
    return `The password of ${email} has been changed, and its sessions and tokens have ended. Its owner gets a mail.\n${printed}`;
  }
  const roles = values.role === undefined ? [] : [values.role];
  return `Added ${describe(await accounts.add({ email, name: more, password, roles }))}\n${printed}`;
}

/** Deletes an account after a look at it. */
async function remove(
  { accounts, write, readLine }: CommandParts,
  { email, isSure }: { email: string; isSure: boolean },
): Promise<string> {
  if (!isSure) {
    const account = await accounts.find(email);
    if (!account) throw new AccountRefusal('not-found');
    write(`Goes:  ${describe(account)}\nThis cannot be undone. Type yes to delete it: `);
    if ((await readLine()).trim() !== 'yes') throw new AccountRefusal('not-confirmed');
  }
  await accounts.remove(email);
  return `The account ${email} is deleted. The server deletes what else is kept about its owner, and then sends a mail.\n`;
}

/** Merges two accounts after a look at both. */
async function merge(
  { accounts, write, readLine }: CommandParts,
  { goes, stays, isSure }: { goes: string; stays: string; isSure: boolean },
): Promise<string> {
  if (!isSure) {
    const [from, into] = [await accounts.find(goes), await accounts.find(stays)];
    if (!from) throw new AccountRefusal('not-found');
    if (!into) throw new AccountRefusal('merge-unknown');
    write(`Goes:  ${describe(from)}\nStays: ${describe(into)}\nThis cannot be undone. Type yes to merge them: `);
    if ((await readLine()).trim() !== 'yes') throw new AccountRefusal('not-confirmed');
  }
  return `Everything of ${goes} now belongs to ${describe(await accounts.merge(goes, stays))}\n`;
}

/** Runs a command that changes an account and prints no password; null if it is none. */
async function change(
  accounts: Accounts,
  command: string,
  email: string,
  more: string | undefined,
): Promise<string | null> {
  if (more === undefined) {
    if (command === 'remove-two-step') {
      return (await accounts.removeSecondFactors(email))
        ? `Two-step login of ${email} has been turned off, and its sessions and tokens have ended. Its owner gets a mail.\n`
        : `Two-step login of ${email} was not on. Nothing was changed.\n`;
    }
    if (command === 'lock') {
      await accounts.lock(email);
      return `${email} is locked, and its sessions and tokens have ended.\n`;
    }
    if (command === 'unlock') {
      await accounts.unlock(email);
      return `${email} is unlocked: its owner can log in.\n`;
    }
    if (command !== 'end-sessions') return null;
    await accounts.endSessions(email);
    return `The sessions and tokens of ${email} have ended.\n`;
  }
  if (command === 'name') return `Now ${describe(await accounts.correct(email, { name: more }))}\n`;
  if (command === 'email') return `Now ${describe(await accounts.correct(email, { email: more }))}\n`;
  return null;
}

const whenRolesShow = 'This takes effect immediately, even for users who are signed in.\n';

function list(accounts: Account[]): string {
  return accounts.map((account) => `${describe(account)}\n`).join('') || 'There are no accounts yet.\n';
}

function describe({ email, name, roles, lockedAt }: Account): string {
  const locked = lockedAt ? '  locked' : '';
  return `${email}  ${name}  ${roles.length > 0 ? `(${roles.join(', ')})` : '(no role)'}${locked}`;
}
