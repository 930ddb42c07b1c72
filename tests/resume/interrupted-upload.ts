import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { expect, type Browser, type Page } from '@playwright/test';

import { accounts, newVisitor, signIn } from '../e2e/support/journey';
import { startServer } from '../e2e/support/server-process';
import { words } from '../e2e/support/words';
import { startCuttingProxy } from './cutting-proxy';

const w = words.en;
const cuts = 5;
/** Five cuts, a closed tab and a killed server, at equal distances. */
const interruptions = cuts + 2;

export interface InterruptedUpload {
  bytes: number;
  /** Bytes sent through the connection from the first byte of the file to the last, including headers. */
  sent: number;
  ms: number;
  /** Percentage of the file that was stored after the tab was closed. */
  keptPercent: number;
  isEqual: boolean;
}

/**
 * Uploads a file with a real browser through a connection that is cut five times. The tab is closed once and the same
 * file chosen again, and the server is killed (-9) and restarted once.
 */
export async function uploadInterrupted(browser: Browser, file: string): Promise<InterruptedUpload> {
  const proxy = await startCuttingProxy();
  const server = await startServer({ ORIGIN: proxy.origin });
  proxy.leadTo(Number(new URL(server.ownAddress).port));
  try {
    const { size: bytes } = await stat(file);
    let page = await newVisitor(browser, 'en', true, proxy.origin);
    await signIn(page, 'en', accounts.contributor);
    await choose(page, file);
    const before = proxy.sent();
    const start = performance.now();
    const reached = (step: number) => proxy.reached(before + (bytes * step) / (interruptions + 1));
    await begin(page);
    for (let step = 1; step <= cuts; step += 1) {
      await reached(step);
      proxy.cut();
    }

    await reached(cuts + 1);
    const context = page.context();
    await page.close();
    page = await context.newPage();
    await choose(page, file);
    const kept = /(\d+)% already uploaded/.exec(
      (await page.getByText('only the rest will be sent').textContent()) ?? '',
    );
    await begin(page);

    await reached(interruptions);
    await server.kill();
    await server.start();

    await page.waitForURL(/\/file-upload\/data\/\d+r/, { timeout: 1_800_000 });
    const ms = performance.now() - start;
    const sent = proxy.sent() - before;
    const id = /data\/(\d+r)/.exec(page.url())?.[1] ?? '';
    const original = await originalDigest(page, `${proxy.origin}/file-upload/original/${id}`);
    await context.close();
    const isEqual = original === (await digestOf(createReadStream(file)));
    return { bytes, sent, ms, keptPercent: Number(kept?.[1] ?? 0), isEqual };
  } finally {
    await server.stop();
    await proxy.close();
  }
}

async function choose(page: Page, file: string): Promise<void> {
  await page.goto('/file-upload');
  await page.getByLabel(w.rawFile).setInputFiles(file);
  await expect(page.locator('.chosen-files')).toBeVisible();
}

const begin = (page: Page) => page.getByRole('button', { name: w.uploadRaw }).click();

/** Digest of the file that the server returns. */
async function originalDigest(page: Page, address: string): Promise<string> {
  const cookies = await page.context().cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { status, body } = await fetch(address, { headers: { Cookie } });
  expect(status).toBe(200);
  return digestOf(body as unknown as AsyncIterable<Uint8Array>);
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
