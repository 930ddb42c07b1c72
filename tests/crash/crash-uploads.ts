import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createRandom, type Random } from '../../services/repository/help-files/made-up-people';
import type { Browser } from '../../services/identity/testing/browser';
import { signInContributor } from '../bench/contributor';
import { sendFile } from '../bench/send-file';
import type { ServerProcess } from '../e2e/support/server-process';

/** Concurrent uploads: some are being sent and some are being read when the server is killed. */
const filesPerRound = 3;
const kilobyte = 1024;
const largestKilobytes = 40 * kilobyte;
const smallestKilobytes = 100;
/** The server is killed within this time after the first byte. A small file is acknowledged in a tenth of it. */
const longestLifeMs = 4000;
const pollMs = 200;
const longestWaitMs = 300_000;
/** Old enough for the sweep to remove an object that nothing refers to. */
const sweptAgeMs = 8 * 24 * 60 * 60 * 1000;

export interface CrashReport {
  sent: number;
  acknowledged: number;
  /** Stored completely although the response was lost. */
  unacknowledged: number;
  /** Stored uploads: read, or failed with a reason. */
  read: number;
  failed: number;
  /** Originals without an upload that the kills left behind and the sweep removed. */
  orphans: number;
}

/**
 * Kills the server at random moments of uploads and of reading them, restarts it at once and checks: every acknowledged
 * file is there byte for byte, all others are complete or missing, and no partial object is left. In the end every file
 * is read or has failed with a reason, and the sweep leaves exactly the objects that uploads refer to. Throws at the
 * first violation. The same seed sends the same files and kills after the same times.
 */
export async function crashUploads(
  server: ServerProcess,
  { kills, seed, folder, say }: { kills: number; seed: number; folder: string; say(text: string): void },
): Promise<CrashReport> {
  const random = createRandom(seed);
  const browser = await signInContributor(server.origin);
  const before = new Set(await listAll(browser));
  const originalsBefore = (await originals(server)).length;
  /** Names of all files sent, keyed by SHA-256, and addresses of the acknowledged ones. */
  const sent = new Map<string, string>();
  const acknowledged = new Set<string>();
  const seen = new Map<string, string>();

  for (let round = 1; round <= kills; round += 1) {
    const files = await writeFiles(folder, random, `${seed}-${round}`);
    for (const { sha256, name } of files) sent.set(sha256, name);
    const answers = files.map(({ file }) => upload(server, browser, file));
    const lifeMs = random.whole(0, longestLifeMs);
    await delay(lifeMs);
    await server.kill();
    const addresses = (await Promise.all(answers)).flatMap((address) => address ?? []);
    for (const address of addresses) acknowledged.add(address);
    await server.start();
    await Promise.all(files.map(({ file }) => rm(file)));

    const present = (await listAll(browser)).filter((address) => !before.has(address));
    await checkNothingHalf(server);
    for (const address of acknowledged) {
      if (!present.includes(address)) throw new Error(`${address} was acknowledged and is gone.`);
    }
    await checkOriginals(browser, present, sent, seen);
    say(`${round}/${kills}: killed after ${lifeMs} ms, ${addresses.length} of ${files.length} acknowledged`);
  }

  const outcomes: ('read' | 'failed')[] = [];
  // One after the other: pages that are asked for all the time take the processor from what reads the files.
  for (const address of seen.keys()) outcomes.push(await waitForReading(browser, address));
  const orphans = (await originals(server)).length - originalsBefore - seen.size;
  await checkSweep(server, originalsBefore + seen.size);
  seen.clear();
  const present = (await listAll(browser)).filter((address) => !before.has(address));
  await checkOriginals(browser, present, sent, seen);
  return {
    sent: sent.size,
    acknowledged: acknowledged.size,
    unacknowledged: seen.size - acknowledged.size,
    read: outcomes.filter((outcome) => outcome === 'read').length,
    failed: outcomes.filter((outcome) => outcome === 'failed').length,
    orphans,
  };
}

/** Generates csv files of random size, each with unique content. */
async function writeFiles(folder: string, random: Random, tag: string) {
  const files: { file: string; name: string; sha256: string }[] = [];
  for (let i = 0; i < filesPerRound; i += 1) {
    // The first one is small, so that it is being read while others are being sent.
    const kilobytes = i === 0 ? smallestKilobytes : random.whole(smallestKilobytes, largestKilobytes);
    const name = `crash-${tag}-${i}.csv`;
    const file = path.join(folder, name);
    files.push({ file, name, sha256: await writeCsv(file, `${tag}-${i}`, kilobytes) });
  }
  return files;
}

async function writeCsv(file: string, tag: string, kilobytes: number): Promise<string> {
  const hash = createHash('sha256');
  const output = createWriteStream(file);
  const write = async (text: string) => {
    hash.update(text);
    if (!output.write(text)) await once(output, 'drain');
  };
  await write('person,sex,grip\n');
  const line = `${tag},m,41.5\n`;
  const block = line.repeat(Math.ceil(kilobyte / line.length));
  for (let written = 0; written < kilobytes; written += 1) await write(block);
  output.end();
  await once(output, 'finish');
  return hash.digest('hex');
}

/** Address of the upload once it is acknowledged; null if the response never came. */
async function upload(server: ServerProcess, browser: Browser, file: string): Promise<string | null> {
  const url = new URL('/file-upload/receive/raw', server.origin);
  const headers = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
  try {
    const { status, location, body } = await (await sendFile(url, file, headers)).answer;
    if (status === 303) return new URL(location, server.origin).pathname;
    throw new Error(`The upload was refused with ${status}:\n${body}`);
  } catch (error) {
    // The connection ended with the server.
    if ((error as NodeJS.ErrnoException).code) return null;
    throw error;
  }
}

/** Addresses of all uploads of the contributor, from all pages of the list. */
async function listAll(browser: Browser): Promise<string[]> {
  const found = new Set<string>();
  for (let page = 1; ; page += 1) {
    const known = found.size;
    const html = await readPage(browser, page === 1 ? '/file-upload' : `/file-upload?page=${page}`);
    for (const address of html.match(/\/file-upload\/data\/\d+[ra](?=")/g) ?? []) found.add(address);
    if (found.size === known) return [...found];
  }
}

async function readPage(browser: Browser, address: string): Promise<string> {
  const response = await browser.request(address);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}:\n${html}`);
  return html;
}

/** Checks that every listed upload is a complete file that was sent, and that none is listed twice. */
async function checkOriginals(
  browser: Browser,
  addresses: string[],
  sent: Map<string, string>,
  seen: Map<string, string>,
): Promise<void> {
  for (const address of addresses.filter((candidate) => !seen.has(candidate))) {
    const response = await browser.request(address.replace('/data/', '/original/'));
    const hash = createHash('sha256');
    for await (const chunk of response.body ?? []) hash.update(chunk);
    const sha256 = hash.digest('hex');
    const name = sent.get(sha256);
    if (response.status !== 200 || !name) throw new Error(`${address} is no file that was sent as it was.`);
    if ([...seen.values()].includes(sha256)) throw new Error(`${name} is there twice.`);
    seen.set(address, sha256);
  }
}

/** Checks that nothing is left of unfinished writes of dead processes; the running one may be writing. */
async function checkNothingHalf(server: ServerProcess): Promise<void> {
  const names = await readdir(path.join(server.dataDir, 'objects', '.incoming'));
  const left = names.filter((name) => !name.startsWith(`${server.pid()}-`));
  if (left.length > 0) throw new Error(`Left half-written: ${left.join(', ')}`);
}

/** Waits until a file is read, or until its page shows why it cannot be read. */
async function waitForReading(browser: Browser, address: string): Promise<'read' | 'failed'> {
  const deadline = performance.now() + longestWaitMs;
  while (performance.now() < deadline) {
    const html = await readPage(browser, address);
    if (html.includes('id="failure-heading"')) return 'failed';
    if (!html.includes('id="waiting-heading"')) return 'read';
    await delay(pollMs);
  }
  throw new Error(`${address} is neither read nor failed.`);
}

/** Ages every original and restarts the server, because its sweep spares new ones. */
async function checkSweep(server: ServerProcess, expected: number): Promise<void> {
  const old = new Date(Date.now() - sweptAgeMs);
  for (const file of await originals(server)) await utimes(file, old, old);
  await server.kill();
  await server.start();
  const deadline = performance.now() + longestWaitMs;
  for (;;) {
    const left = (await originals(server)).length;
    if (left === expected) return;
    if (left < expected || performance.now() > deadline) {
      throw new Error(`${left} originals are left of ${expected} that uploads refer to.`);
    }
    await delay(pollMs);
  }
}

async function originals(server: ServerProcess): Promise<string[]> {
  const folder = path.join(server.dataDir, 'objects', 'originals');
  return (await readdir(folder)).map((name) => path.join(folder, name));
}
