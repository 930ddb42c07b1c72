import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

/** Responses and measurements of loading a page with an empty cache. */
export interface PageLoad {
  /** Bytes compressed with gzip, by type. */
  packed: { html: number; css: number; script: number };
  responses: Response[];
  /** Errors of the console and of script. */
  errors: string[];
  /** Sum of all layout shifts (Cumulative Layout Shift without session windows). */
  layoutShift: number;
}

/** Loads an address and waits until the network is idle. */
export async function loadPage(page: Page, address: string): Promise<PageLoad> {
  const responses: Response[] = [];
  const errors: string[] = [];
  page.on('response', (response) => responses.push(response));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address, { waitUntil: 'networkidle' });
  const layoutShift = await page.evaluate(readLayoutShift);
  page.removeAllListeners();
  const packed = {
    html: await packedSize(responses, 'document'),
    css: await packedSize(responses, 'stylesheet'),
    script: await packedSize(responses, 'script'),
  };
  return { packed, responses, errors, layoutShift };
}

async function packedSize(responses: Response[], type: string): Promise<number> {
  const bodies = responses.filter((response) => response.ok() && response.request().resourceType() === type);
  const sizes = await Promise.all(bodies.map(async (response) => gzipSync(await response.body(), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs in the page. */
function readLayoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The buffer contains all paints so far, but is delivered with the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        add(observer.takeRecords());
        resolve(sum);
      }),
    );
  });
}
