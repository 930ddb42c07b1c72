import { randomInt } from 'node:crypto';

import { adminRole, chairRole, expertRole } from '@domain/roles';

import { keptSecret } from '../configuration/data-folder';
import type { Accounts } from '../identity/accounts/accounts';
import { createDemonstration } from '../repository/demo/create-demonstration';
import type { Actor, RepositoryContext } from '../repository/context/context';

const people = [
  { email: 'contributor@example.org', name: 'Demo Contributor', roles: [] },
  { email: 'expert1@example.org', name: 'Demo Expert 1', roles: [expertRole] },
  { email: 'expert2@example.org', name: 'Demo Expert 2', roles: [expertRole] },
];
/** Accounts that a demonstration of an earlier version does not have. */
const laterPeople = [
  { email: 'chair@example.org', name: 'Demo Chair', roles: [chairRole] },
  { email: 'admin@example.org', name: 'Demo Administrator', roles: [adminRole] },
];

/** Letters and digits without those that look alike in a terminal, such as l and 1. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const passwordLength = 14;

/**
 * Creates five accounts and four published data sets in an empty installation. The accounts share one password:
 * `demoPassword`, or a random one that is stored in the data folder. Returns the lines to print; none if the
 * installation has other accounts.
 */
export async function ensureDemonstration(
  accounts: Accounts,
  repository: RepositoryContext,
  settings: { dataDir: string; demoPassword: string | undefined },
): Promise<string[]> {
  const present = await accounts.list();
  const areDemo = people.every(({ email }) => present.some((account) => account.email === email));
  if (present.length > 0 && !areDemo) return [];

  const password = settings.demoPassword ?? keptSecret(settings.dataDir, 'demo-password', randomPassword);
  const actors: Actor[] = [];
  for (const { email, name, roles } of [...people, ...laterPeople]) {
    const known = present.find((candidate) => candidate.email === email);
    const { id } = known ?? (await accounts.add({ email, name, password, roles }));
    if (known && !(await accounts.verify(email, password)))
      await accounts.setPassword(email, password, { tellsOwner: false });
    actors.push({ subject: id, name, email, roles });
  }
  const [contributor, expert1, expert2] = actors as [Actor, Actor, Actor];
  await createDemonstration(repository, { contributor, expert1, expert2 });
  return ['Demonstration accounts (DEMO=off starts without):', ...actors.map(({ email }) => `  ${email}  ${password}`)];
}

/**
 * Takes the passwords of the demonstration's accounts away on a site that others can reach, and ends their sessions. The
 * password was printed, three of them are members of the board and one administers the site. Returns the lines to log.
 */
export async function closeDemonstration(accounts: Pick<Accounts, 'find' | 'removePassword'>): Promise<string[]> {
  const found: string[] = [];
  for (const { email } of [...people, ...laterPeople]) {
    if (!(await accounts.find(email))) continue;
    await accounts.removePassword(email);
    found.push(email);
  }
  if (found.length === 0) return [];
  return [
    `This site is public and its database contains the demonstration. Its ${found.length} accounts have no password any more, so nobody can sign in with them. Its data sets are invented and published. Start a public site with an empty database.`,
  ];
}

function randomPassword(): string {
  return Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
