import { setTimeout as delay } from 'node:timers/promises';

import { Browser } from '../../services/identity/testing/browser';
import { demoPassword } from '../e2e/support/server-process';

const demoContributor = 'contributor@example.org';
/** Short enough to time an upload, long enough to leave the processor to an ingest. */
const pollMs = { stored: 25, read: 250 };
/** Time limit of a step: an ingest of several gigabytes on a busy machine. */
const longestMs = 1_800_000;

/** Signs in as a contributor of the demonstration, as a browser without script does. */
export async function signInContributor(
  origin: string,
  email = demoContributor,
  password = demoPassword,
): Promise<Browser> {
  const browser = new Browser(origin);
  browser.headers = { Origin: origin };
  const page = await browser.open('/authentication/login');
  const done = await browser.submit(page, { email, password });
  await browser.request(done.address);
  // Throws if nobody is signed in.
  await readPage(browser, '/file-upload');
  return browser;
}

/** Addresses of the contributor's uploads, as the list links them. */
export async function listUploads(browser: Browser): Promise<string[]> {
  const html = await readPage(browser, '/file-upload');
  return [...new Set(html.match(/\/file-upload\/data\/\d+[ra](?=")/g))];
}

/** Polls the list until it contains an upload that is not in `known`. Returns its address. */
export async function waitForNewUpload(browser: Browser, known: string[]): Promise<string> {
  return waitFor('the new upload', pollMs.stored, async () =>
    (await listUploads(browser)).find((address) => !known.includes(address)),
  );
}

/** Polls the data page of an upload until its file is read. Throws if it cannot be read. */
export async function waitUntilRead(browser: Browser, address: string): Promise<void> {
  await waitFor('the file to be read', pollMs.read, async () => {
    const html = await readPage(browser, address);
    if (html.includes('id="failure-heading"')) throw new Error('The file could not be read.');
    return html.includes('id="waiting-heading"') ? undefined : true;
  });
}

async function readPage(browser: Browser, address: string): Promise<string> {
  const response = await browser.request(address);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}:\n${html}`);
  return html;
}

async function waitFor<T>(what: string, everyMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + longestMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(everyMs);
  }
  throw new Error(`Waited in vain for ${what}.`);
}
