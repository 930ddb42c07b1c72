import { knownRoles } from '@domain/roles';

import { AccountRefusal, type Account, type AccountRefusalCode, type Accounts } from './accounts';
import { generatePassword, maxPasswordCharacters, minPasswordCharacters } from './passwords';

const usage = `Manages the accounts of this Motothek, even while the server is running.

  npm run account -- list
  npm run account -- add <e-mail> <name> [--role <role>] [--password-stdin]
  npm run account -- role <e-mail> <role>
  npm run account -- role <e-mail> --remove <role>
  npm run account -- password <e-mail> [--password-stdin]
  npm run account -- forget-secret

Experts of the editorial board have the role Experts. A password is generated and printed, unless
--password-stdin is given: then it is the first line of the standard input.

forget-secret is for a SESSION_SECRET that is lost. It signs everybody out. Stop all servers first.
`;

const refusals: Record<AccountRefusalCode, string> = {
  'email-invalid': 'This is not an e-mail address.',
  'email-taken': 'There is already an account with this e-mail address.',
  'name-invalid': 'The name is empty or too long.',
  'password-invalid': `A password has ${minPasswordCharacters} to ${maxPasswordCharacters} characters.`,
  'role-invalid': `There is no role with this name. Known roles: ${knownRoles.join(', ')}.`,
  'not-found': 'There is no account with this e-mail address. `npm run account -- list` shows all.',
};

interface CommandParts {
  accounts: Accounts;
  write(text: string): void;
  /** First line of the standard input. */
  readLine(): Promise<string>;
}

/** Runs one command. Returns the exit code: 0 done, 1 refused with a sentence, 2 not understood. */
export async function runAccountCommand(given: string[], parts: CommandParts): Promise<number> {
  const { rest, passwordFromInput, role, removeRole } = readOptions(given);
  const [command, email = '', more = '', ...surplus] = rest;
  try {
    if (surplus.length === 0) {
      if (command === 'list' && email === '') return await list(parts);
      if (command === 'forget-secret' && email === '') return await forgetSecret(parts);
      if (command === 'add' && more !== '') return await add(parts, { email, name: more, role, passwordFromInput });
      if (command === 'role' && more !== '') return await setRole(parts, email, more);
      if (command === 'role' && email !== '' && removeRole) return await dropRole(parts, email, removeRole);
      if (command === 'password' && email !== '' && more === '') {
        return await changePassword(parts, email, passwordFromInput);
      }
    }
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    parts.write(`${refusals[error.code]}\n`);
    return 1;
  }
  parts.write(usage);
  return 2;
}

function readOptions(given: string[]) {
  const rest: string[] = [];
  const options = {
    passwordFromInput: false,
    role: undefined as string | undefined,
    removeRole: undefined as string | undefined,
  };
  for (let index = 0; index < given.length; index++) {
    const argument = given[index] ?? '';
    if (argument === '--password-stdin') options.passwordFromInput = true;
    else if (argument === '--role') options.role = given[++index] ?? '';
    else if (argument === '--remove') options.removeRole = given[++index] ?? '';
    else rest.push(argument);
  }
  return { rest, ...options };
}

async function list({ accounts, write }: CommandParts): Promise<number> {
  const all = await accounts.list();
  if (all.length === 0) write('There are no accounts yet.\n');
  for (const account of all) write(`${describe(account)}\n`);
  return 0;
}

async function add(
  { accounts, write, readLine }: CommandParts,
  entries: { email: string; name: string; role: string | undefined; passwordFromInput: boolean },
): Promise<number> {
  const { email, name, role } = entries;
  const password = entries.passwordFromInput ? await readLine() : generatePassword();
  const account = await accounts.add({ email, name, password, roles: role === undefined ? [] : [role] });
  write(`Added ${describe(account)}\n`);
  if (!entries.passwordFromInput) write(`Password: ${password}\n`);
  return 0;
}

async function setRole({ accounts, write }: CommandParts, email: string, role: string): Promise<number> {
  write(`Now ${describe(await accounts.setRole(email, role))}\n${whenRolesShow}`);
  return 0;
}

async function dropRole({ accounts, write }: CommandParts, email: string, role: string): Promise<number> {
  write(`Now ${describe(await accounts.removeRole(email, role))}\n${whenRolesShow}`);
  return 0;
}

const whenRolesShow = 'It takes effect at once, including for users who are signed in.\n';

async function changePassword(
  { accounts, write, readLine }: CommandParts,
  email: string,
  fromInput: boolean,
): Promise<number> {
  const password = fromInput ? await readLine() : generatePassword();
  await accounts.setPassword(email, password);
  write(`The password of ${email} has been changed, and its sessions and tokens have ended.\n`);
  if (!fromInput) write(`Password: ${password}\n`);
  return 0;
}

async function forgetSecret({ accounts, write }: CommandParts): Promise<number> {
  await accounts.forgetSecret();
  write(
    'Everything sealed with the previous SESSION_SECRET has been deleted. The next start uses the secret that is set then.\n',
  );
  return 0;
}

function describe({ email, name, roles }: Account): string {
  return `${email}  ${name}  ${roles.length > 0 ? `(${roles.join(', ')})` : '(no role)'}`;
}
