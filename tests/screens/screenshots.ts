import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { languages } from '../e2e/support/words';
import { screens } from './catalogue';
import { withScreens } from './with-screens';

const folder = path.resolve(import.meta.dirname, '../../screenshots');

/** Widths and colour schemes; 'phone' is the narrowest window that WCAG 1.4.10 requires. */
const views = [
  { name: 'light', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'phone', width: 320, height: 640, colorScheme: 'light' },
] as const;

/**
 * `npm run screenshots -- [screen ...]`: saves screenshots of the named screens, or of all, as
 * screenshots/<screen>-<language>-<view>.png. The folder is not committed.
 */
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
await withScreens(async (walk) => {
  for (const screen of screens.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
    for (const language of languages) {
      const page = await walk.open(screen, language);
      for (const { name, width, height, colorScheme } of views) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({ path: path.join(folder, `${screen.id}-${language}-${name}.png`), fullPage: true });
      }
      await page.close();
    }
    process.stdout.write(`${screen.id}\n`);
  }
});
