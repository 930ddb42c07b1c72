import { chromium } from '@playwright/test';

import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { startServer } from '../e2e/support/server-process';
import { prepareScreenIds } from './screen-ids';
import { startWalk, type Walk } from './walk';

/** Starts the built server with the demonstration and a browser, runs `look`, and stops both. */
export async function withScreens(look: (walk: Walk) => Promise<void>): Promise<void> {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  try {
    const ids = await prepareScreenIds(browser, server.origin, server.dataDir);
    await look(startWalk(browser, server.origin, ids));
  } finally {
    await browser.close();
    await server.stop();
  }
}
