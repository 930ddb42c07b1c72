import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createAccounts } from '../../services/identity/accounts/accounts';
import type { Browser } from '../../services/identity/testing/browser';
import { createRandom } from '../../services/repository/help-files/made-up-people';
import { listUploads, signInContributor, waitForNewUpload } from '../bench/contributor';
import { sendFile } from '../bench/send-file';
import { type FoundMarks, findInTables } from '../support/find-marks';
import type { KillableSite } from './killable-site';

/** The server is killed within this time after a deletion was sent; the check of the password takes some of it. */
const longestLifeMs = 1200;
const patienceMs = 60_000;
const rowsOfFile = 800;
const password = 'correct horse battery';

/** Names in acts of administrators, and jobs that are done, with the last mail to the person. */
const mayStay = /^(audit\.acts|pgboss\.)/;

/**
 * Kills a server and its database while an account with an upload is being deleted. After that, the account is
 * there with its upload, and is deleted again, or it is gone. Throws if only one of them is gone, or if in the end the
 * name, the address or the file of one of them is anywhere in the database or the store.
 */
export async function crashDeletions(
  site: KillableSite,
  { kills, seed, folder, say }: { kills: number; seed: number; folder: string; say(text: string): void },
): Promise<{ kills: number; begun: number; repeated: number }> {
  const random = createRandom(seed);
  const report = { kills, begun: 0, repeated: 0 };
  const marks: Record<string, string> = {};
  for (let kill = 1; kill <= kills; kill += 1) {
    const mark = `leaving${seed}x${kill}x`;
    marks[mark] = mark;
    const browser = await openAccount(site, folder, mark);
    const answer = askForDeletion(browser, mark).catch(() => null);
    const lifeMs = random.whole(0, longestLifeMs);
    await delay(lifeMs);
    await site.kill();
    const isDone = (await answer) === true;
    const isThere = await hasAccount(site, mark);
    if (isDone && isThere) throw new Error(`The deletion of ${mark} was acknowledged, and the account is there.`);
    if (isThere) {
      if ((await listUploads(browser)).length !== 1) throw new Error(`${mark} has an account, but its upload is gone.`);
      if (!(await askForDeletion(browser, mark))) throw new Error(`${mark} cannot be deleted.`);
      report.repeated += 1;
    } else report.begun += 1;
    say(`${kill}/${kills}: killed ${lifeMs} ms into a deletion, which was ${isThere ? 'not ' : ''}begun`);
  }
  await nothingLeft(site, marks);
  return report;
}

async function openAccount(site: KillableSite, folder: string, mark: string): Promise<Browser> {
  const email = `${mark}@example.org`;
  await site.withDatabase((pool) => createAccounts(pool).add({ email, name: `${mark} Person`, password }));
  const browser = await signInContributor(site.origin, email, password);
  const file = path.join(folder, `${mark}.csv`);
  const rows = Array.from({ length: rowsOfFile }, (_, row) => `${mark}-${row},${30 + (row % 15)}`);
  writeFileSync(file, ['id,grip', ...rows, ''].join('\n'));
  const url = new URL('/file-upload/receive/raw', site.origin);
  const headers = { Origin: site.origin, Cookie: browser.cookieHeader(url) };
  await (
    await sendFile(url, file, headers)
  ).answer;
  await waitForNewUpload(browser, []);
  return browser;
}

/** Whether the page says that the account is deleted. */
async function askForDeletion(browser: Browser, mark: string): Promise<boolean> {
  const form = await browser.open('/identity/delete-account');
  const entries = { 'confirm-email': `${mark}@example.org`, 'current-password': password };
  return (await browser.submit(form, entries)).html.includes('<h1>Your account is deleted</h1>');
}

async function hasAccount(site: KillableSite, mark: string): Promise<boolean> {
  return site.withDatabase(async (pool) => (await createAccounts(pool).find(`${mark}@example.org`)) !== null);
}

async function nothingLeft(site: KillableSite, marks: Record<string, string>): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const tables = await site.withDatabase((pool) => findInTables(pool, marks));
    const found = { ...withoutKept(tables), ...findInFiles(path.join(site.dataDir, 'objects'), marks) };
    if (Object.keys(found).length === 0) return;
    if (Date.now() > until) throw new Error(`Something of deleted people is left: ${JSON.stringify(found)}`);
    await delay(1000);
  }
}

function withoutKept(found: FoundMarks): FoundMarks {
  return Object.fromEntries(Object.entries(found).filter(([place]) => !mayStay.test(place)));
}

function findInFiles(folder: string, marks: Record<string, string>): FoundMarks {
  const found: FoundMarks = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = readFileSync(file, 'latin1');
    const names = Object.keys(marks).filter((mark) => content.includes(mark));
    if (names.length > 0) found[file] = names;
  }
  return found;
}
