import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, waitForScript } from './support/journey';
import { words } from './support/words';

const more = {
  en: {
    title: 'Title',
    conflict: /This form was saved in another window at [\d:]+\. Yours was opened at [\d:]+\./,
    keepMine: 'Keep my version',
    showOther: 'Show the other version',
    restore: /^Restore version/,
    delete: /^Delete version/,
    deletePermanently: /^Delete permanently/,
    failed: /^We could not save the draft\./,
    keptByItself: /^Draft saved at \d\d:\d\d$/,
    toOther: 'Deutsch',
    other: 'de',
  },
  de: {
    title: 'Titel',
    conflict:
      /Dieses Formular wurde um [\d:]+ Uhr in einem anderen Fenster gespeichert\. Ihres wurde um [\d:]+ Uhr geöffnet\./,
    keepMine: 'Meine Fassung behalten',
    showOther: 'Andere Fassung anzeigen',
    restore: /^Zurückholen/,
    delete: /^Fassung löschen/,
    deletePermanently: /^Endgültig löschen/,
    failed: /^Der Entwurf ließ sich gerade nicht speichern\./,
    keptByItself: /^Entwurf um \d\d:\d\d Uhr gespeichert$/,
    toOther: 'English',
    other: 'en',
  },
} as const;

test('two windows with one form do not overwrite each other, and both versions can be chosen', async ({ browser }, {
  project,
}) => {
  const script = project.use.javaScriptEnabled;
  const language = script ? 'de' : 'en';
  const [w, m] = [words[language], more[language]];
  const first = await newVisitor(browser, language, script);
  const titleIn = (page: Page) => page.getByRole('textbox', { name: m.title, exact: true });
  const press = (page: Page, name: string | RegExp) =>
    page
      .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
      .first()
      .click();
  await signIn(first, language, accounts.contributor);
  const buffer = gripStudyCsv(script ? 75 : 76, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(first, language, { name: 'windows.csv', mimeType: 'text/csv', buffer });
  await mapColumns(first, language, [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  const address = `/file-upload/meta/${id}`;
  await first.goto(address);
  const second = await first.context().newPage();
  await second.goto(address);

  await test.step('the first draft is stored, and the second window is asked', async () => {
    await titleIn(first).fill('Typed first');
    await press(first, w.saveDraft);
    await expect(first.getByRole('region', { name: w.success })).toBeVisible();
    await titleIn(second).fill('Typed second');
    await press(second, w.saveDraft);
    const summary = second.getByRole('region', { name: w.problem });
    await expect(summary.getByRole('link', { name: m.conflict })).toBeVisible();
    await expect(titleIn(second)).toHaveValue('Typed second');
    await expectSoundScreen(second, language);
  });

  await test.step('after the other version is shown, the typed one can be restored', async () => {
    await press(second, m.showOther);
    await expect(titleIn(second)).toHaveValue('Typed first');
    await press(second, m.restore);
    await expect(titleIn(second)).toHaveValue('Typed second');
    await expectSoundScreen(second, language);
  });

  await test.step('the typed version can be kept, and the other one deleted in two steps', async () => {
    await titleIn(first).fill('Typed first, and on');
    await press(first, w.saveDraft);
    await press(first, m.keepMine);
    await expect(titleIn(first)).toHaveValue('Typed first, and on');
    const versions = first.getByRole('button', { name: m.restore });
    const before = await versions.count();
    await first.getByText(m.delete).first().click();
    await press(first, m.deletePermanently);
    await expect(versions).toHaveCount(before - 1);
    await expect(titleIn(first)).toHaveValue('Typed first, and on');
  });

  if (script) {
    await test.step('script stores what is typed, reports the other window, and loses nothing in between', async () => {
      await titleIn(first).fill('Kept by itself');
      await expect(first.getByRole('status').getByText(m.keptByItself)).toBeVisible();
      await titleIn(second).fill('Typed in an older window');
      await expect(second.getByRole('status').getByText(m.conflict)).toBeVisible();
      await first.reload();
      await expect(titleIn(first)).toHaveValue('Kept by itself');
    });

    await test.step('what is typed right before a reload is shown again, and belongs to the same window', async () => {
      for (const text of ['Reloaded once', 'Reloaded again']) {
        await waitForScript(first);
        await titleIn(first).fill(text);
        await first.reload();
        await expect(titleIn(first)).toHaveValue(text);
      }
      await waitForScript(first);
      const sent: string[] = [];
      first.on('request', (request) => request.url().includes('/drafts/') && sent.push(request.method()));
      await titleIn(first).fill('Typed after a reload');
      // Leaving a page is announced by several events.
      await first.evaluate(() => {
        for (const name of ['beforeunload', 'pagehide']) window.dispatchEvent(new Event(name));
      });
      await expect(first.getByRole('status').getByText(m.keptByItself)).toBeVisible();
      expect(sent).toEqual(['POST']);
    });

    await test.step('while the server is away, a save leaves the form as it is, and what was typed is stored later', async () => {
      await first.context().setOffline(true);
      await titleIn(first).fill('Typed while the server was away');
      const failed = first.getByRole('status').getByText(m.failed);
      await expect(failed).toBeVisible();
      await press(first, w.save);
      await expect(failed).toBeVisible();
      await expect(titleIn(first)).toHaveValue('Typed while the server was away');
      await first.context().setOffline(false);
      await expect(first.getByRole('status').getByText(m.keptByItself)).toBeVisible();
    });
  }

  await test.step('typed entries are kept when the language changes', async () => {
    await titleIn(first).fill('Not saved before the language');
    await first.getByRole('contentinfo').getByRole('button', { name: m.toOther }).click();
    await expect(first.locator('html')).toHaveAttribute('lang', m.other);
    const title = more[m.other].title;
    await expect(first.getByRole('textbox', { name: title, exact: true })).toHaveValue('Not saved before the language');
  });
  await first.context().close();
});
