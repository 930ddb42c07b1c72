import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { chromiumArguments, chromiumPath } from './tests/e2e/support/chromium';
import { languages } from './tests/e2e/support/words';
import { startServer } from './tests/e2e/support/server-process';
import { preparePlaces } from './tests/screens/places';
import { startWalk, scriptFaults } from './tests/screens/walk';
import { screens } from './tests/screens/catalogue';
import { writeFileSync } from 'node:fs';
mkdirSync('/tmp/devshots', { recursive: true });
const server = await startServer({}, { sources: '/work/wt-dev', ownGroup: true });
process.on('exit', () => writeFileSync('/tmp/devwalk-server.log', server.output()));
console.log('up', server.origin);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
const newContext = browser.newContext.bind(browser);
browser.newContext = async (...given) => { const context = await newContext(...given); context.setDefaultTimeout(280_000); context.setDefaultNavigationTimeout(280_000);
  await context.addInitScript(() => { const add = window.addEventListener; window.addEventListener = function (this: Window, type: string, ...others: any[]) { if (type !== 'beforeunload') (add as any).call(this ?? window, type, ...others); } as any; });
  context.on('page', (page) => { const goto = page.goto.bind(page); page.goto = (...a) => goto(...a).catch((e) => { if (String(e).includes('interrupted')) return goto(...a); throw e; }); });
  return context; };
try {
  const warm = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  for (const address of ['/', '/file-upload', '/data-set/1', '/info/manual', '/identity/profile']) { const t = Date.now(); await warm.goto(server.origin + address); console.log(address, Date.now() - t); }
  const places = await preparePlaces(browser, server.origin, server.dataDir);
  console.log('places');
  const walk = startWalk(browser, server.origin, places);
  for (const screen of screens) for (const language of languages) {
    try {
      const page = await walk.open(screen, language);
      const faults = scriptFaults(page);
      console.log(faults.length ? 'FAULT' : 'ok', screen.id, language, ...faults.map((f) => f.slice(0, 400)));
      await page.screenshot({ path: `/tmp/devshots/${screen.id}-${language}.png`, fullPage: true });
      await page.close();
    } catch (e) { console.log('FAILED', screen.id, language, String(e).slice(0, 500)); }
  }
} finally { await browser.close(); await server.terminate(); console.log('terminated'); }
