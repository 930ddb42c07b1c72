import { chromium } from '@playwright/test';
import { writeFileSync, readFileSync } from 'node:fs';
const origin = process.argv[2] ?? 'http://localhost:4871';
const browser = await chromium.launch({ executablePath: process.env.CHROME, args: ['--no-sandbox','--disable-gpu'] });
const page = await browser.newPage();
const t0 = Date.now();
const say = (...a: unknown[]) => console.log(((Date.now()-t0)/1000).toFixed(1), ...a);
const errors: string[] = [];
page.on('console', m => m.text().includes('React DevTools') || say('console', m.type(), m.text().slice(0, 300)));
page.on('pageerror', e => say('pageerror', e.message.slice(0, 300), e.stack?.slice(0,300)));
page.on('requestfailed', r => say('failed', r.url(), r.failure()?.errorText));
page.on('response', r => r.status() >= 400 && say('status', r.status(), r.url()));
page.on('framenavigated', f => say('navigated', f.url()));
let n = 0; const odd = new Set<string>();
page.on('request', r => { n++; if (/services|drizzle|\.server|\/pg|remix-run_node|i18next\.js/.test(r.url())) odd.add(r.url().replace(origin,'')); });
await page.goto(origin);
say('loaded');
await page.waitForFunction(() => '__remixRouter' in window && (window as any).__remixRouter.state.initialized);
await page.waitForLoadState('networkidle');
say('requests', n, [...odd]);
say('h1', await page.locator('h1').allTextContents());
await page.screenshot({ path: '/tmp/dev13-1.png' });
async function change(file: string, from: string, to: string, seen: () => Promise<boolean>) {
  const was = readFileSync(file, 'utf8');
  if (!was.includes(from)) throw new Error(file);
  try {
    const t = Date.now();
    writeFileSync(file, was.replace(from, to));
    say('changed', file);
    for (;;) { if (await seen().catch(() => false)) break; if (Date.now() - t > 30000) { say('NOT SEEN'); break; } await new Promise(r => setTimeout(r, 100)); }
    say("seen after", Date.now() - t);
    await page.waitForTimeout(1500);
  } finally { writeFileSync(file, was); }
  await page.waitForTimeout(3000);
}
await page.evaluate(() => ((window as any).stays = true));
const stays = async () => say('page stayed:', await page.evaluate(() => (window as any).stays === true));
await change('app/components/frame/footer.tsx', '<footer className="footer">', '<footer className="footer" data-changed>', () => page.locator('footer[data-changed]').isVisible());
await stays();
await change('app/components/search/home-head.tsx', '<h1', '<h1 data-c', () => page.locator('h1[data-c]').isVisible());
await stays();
await change('app/routes/($id)/route.tsx', 'return (', 'return (<><i className="dev">dev</i>' , () => page.locator('vite-error-overlay').isVisible());
await stays();
await page.screenshot({ path: '/tmp/dev13-overlay.png' });
await change('app/styles/tokens.css', ':root {', ':root { --changed: here;', () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--changed') === 'here'));
await stays();
await change('locales/en/home.json', 'Motothek: research data', 'Motothek: changed data', async () => (await page.locator('h1').textContent())!.includes('changed'));
await stays();
await page.screenshot({ path: '/tmp/dev13-2.png' });
await change('public/icons/slj.svg', '<svg xmlns="http://www.w3.org/2000/svg" ', '<svg xmlns="http://www.w3.org/2000/svg" data-changed="" ', async () => (await (await page.request.get(origin + '/icon-sprite.svg')).text()).includes('data-changed'));
await stays();
say('h1', await page.locator('h1').allTextContents(), (await page.content()).length);
await browser.close();
