import { expect, test } from '@playwright/test';

import { accounts, newVisitor, signIn, takeTurns } from './support/journey';
import { pressTab, tabThroughPage } from './support/keyboard';
import { languages, words } from './support/words';

/** A desktop window, and the smallest one that must work (320 CSS pixels, WCAG 1.4.10). */
const windows = [
  { width: 1280, height: 720 },
  { width: 320, height: 600 },
];

const publicScreens = ['/', '/?q=grip&open=1', '/data-set/1', '/info/manual', '/identity/register'];
const ownScreens = ['/file-upload', '/my-downloads', '/identity/profile'];

for (const language of languages) {
  test(`Tab goes once through every screen, and every focused element is visible (${language})`, async ({ browser }, {
    project,
  }) => {
    const script = project.use.javaScriptEnabled;
    takeTurns(language, script);
    const page = await newVisitor(browser, language, script);
    const walk = async (path: string) => {
      for (const size of windows) {
        await page.setViewportSize(size);
        await page.goto(path);
        const names = await tabThroughPage(page);
        expect(names.at(-1), path).toBe('button Deutsch');
        if (path.includes('#') || path.includes('open=')) continue;
        expect(names[0], path).toContain(language === 'de' ? 'Zum Inhalt springen' : 'Skip to content');
      }
    };
    for (const path of publicScreens) await walk(path);
    await signIn(page, language, accounts.contributor);
    await expect(page.getByRole('button', { name: words[language].logout })).toBeVisible();
    for (const path of ownScreens) await walk(path);
    await page.context().close();
  });
}

/** Pages with one defect each, with the message about it. */
const errors = [
  ['looks the same', '<a href="#x" style="outline: none">x</a><a href="#y">y</a>'],
  ['is covered by', '<a href="#x">x</a><p style="position: fixed; inset: 0; margin: 0; background: white">cover</p>'],
  ['is out of sight', '<a href="#x" style="position: fixed; left: -999px">x</a>'],
  ['is out of order', '<a href="#y">y</a><a href="#x" tabindex="1">x</a>'],
] as const;

test('each of the defects is found', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  for (const [told, html] of errors) {
    await page.goto('/healthz');
    await page.setContent(html);
    const walking = async () => {
      for (let presses = 0; presses < 3; presses++) await pressTab(page);
    };
    await expect(walking(), told).rejects.toThrow(told);
  }
  await page.context().close();
});
