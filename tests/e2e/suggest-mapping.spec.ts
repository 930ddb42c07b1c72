import { expect, test } from '@playwright/test';

import { fitnessColumns, fitnessDayCsv } from '../fixtures/fitness-day';
import { uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, waitUntilDone } from './support/journey';
import { languages, words } from './support/words';

const messages = {
  en: {
    preset: 'No columns have been mapped.',
    suggested: /1 of \d+ columns without a target has a suggestion now\./,
    clear: 'Remove all targets',
    readAs: /^Read as:/,
    name: 'Suggested: Column name ‘broad jump’; values',
    unit: 'Suggested: Column name ‘sit and bend forward’; unit ‘cm’ named; values',
    pages: ['Columns A to T', 'Columns U to W'],
    shared: [
      'Column C ‘height’ has the same target as column D ‘weight’: Body height.',
      'Column D ‘weight’ has the same target as column C ‘height’: Body height.',
    ],
    applied: '6 columns. Not in this table: weight. Still without a target: diastolic, body fat_%,',
    deleted: 'was deleted.',
    codes: 'Codes for missing values',
    separator: 'Separator',
  },
  de: {
    preset: 'Es wurden keine Spalten zugeordnet.',
    suggested: /1 von \d+ Spalten ohne Ziel hat jetzt einen Vorschlag\./,
    clear: 'Alle Ziele entfernen',
    readAs: /^Gelesen als:/,
    name: 'Vorschlag: Spaltenname „Standweitsprung“; Werte',
    unit: 'Vorschlag: Spaltenname „Größe“; Einheit „m“ genannt; Werte 1,',
    pages: ['Spalten A bis T', 'Spalten U bis W'],
    shared: [
      'Spalte C „Größe [m]“ hat dasselbe Ziel wie Spalte D „Gewicht (kg)“: Körpergröße.',
      'Spalte D „Gewicht (kg)“ hat dasselbe Ziel wie Spalte C „Größe [m]“: Körpergröße.',
    ],
    applied: '6 Spalten. Nicht in dieser Tabelle: Gewicht (kg). Noch ohne Ziel: RR diastolisch, Körperfett %,',
    deleted: 'wurde gelöscht.',
    codes: 'Codes für fehlende Werte',
    separator: 'Trennzeichen',
  },
};

for (const language of languages) {
  const w = words[language];
  const s = messages[language];

  test(`targets are suggested, reviewed, saved, and kept as a template (${language})`, async ({ browser }, {
    project,
  }) => {
    const script = project.use.javaScriptEnabled;
    test.skip(script === (language === 'de'), 'in English with script, in German without');
    const seed = (script ? 7100 : 7200) + (language === 'de' ? 1 : 2);
    const page = await newVisitor(browser, language, script);
    await signIn(page, language, accounts.contributor);
    const template = `fitness day ${project.name} ${language}`;
    const target = (index: number, columns = fitnessColumns) =>
      page.getByRole('combobox', {
        name: w.target('BCDEFGHI'[index] ?? '', columns[index]?.[language] ?? ''),
        exact: true,
      });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
    const described = (start: string) => new RegExp(start.replace(/[[\]()]/g, '\\$&'));

    await test.step('suggestions stand there on arrival, each with its reason; a removed one can be had again', async () => {
      const file = fitnessDayCsv(seed, language);
      await uploadRaw(page, language, { name: 'fitness.csv', mimeType: 'text/csv', buffer: file });
      await expect(page.getByText(s.preset)).toBeVisible();
      await expect(target(7)).toHaveValue('slj|cm');
      await target(0).selectOption('ignore|');
      await target(7).selectOption('');
      await press(w.suggestMapping);
      await expect(page.getByText(s.suggested)).toBeVisible();
      await expect(page).toHaveURL(/#columns$/);
      const height = language === 'de' ? 'height|m' : 'height|cm';
      const values = ['ignore|', height, 'mass|kg', '', '', 'handgrip|kg', 'sitreach|cm', 'slj|cm'];
      for (const [index, value] of values.entries()) await expect(target(index)).toHaveValue(value);
      await expect(target(0)).toHaveAccessibleDescription('');
      await expect(target(7)).toHaveAccessibleDescription(described(s.name));
      await expect(target(language === 'de' ? 1 : 6)).toHaveAccessibleDescription(described(s.unit));
      await expectSoundScreen(page, language);
    });

    if (script) {
      await test.step('with script, a target is found by any of its words; Escape takes the choice back', async () => {
        await target(3).focus();
        await page.keyboard.type('long jump');
        await expect(
          page.getByRole('listbox').getByRole('option', { name: /Standing long jump \(cm\)/, selected: true }),
        ).toBeVisible();
        await expect(target(3)).toHaveValue('slj|cm');
        await expectSoundScreen(page, language);
        await page.keyboard.press('Escape');
        await expect(target(3)).toHaveValue('');
        await expect(target(3)).toBeFocused();
      });
    }

    const codes = page.getByRole('textbox', { name: s.codes });
    const separator = page.getByRole('combobox', { name: s.separator });

    await test.step('they and all other choices are kept while pages of columns are turned', async () => {
      await codes.fill('-9; k.A.');
      await page.getByText(s.readAs).click();
      await separator.selectOption('|');
      for (const name of s.pages.toReversed()) await press(name);
      await expect(target(7)).toHaveValue('slj|cm');
      await expect(target(7)).toHaveAccessibleDescription(described(s.name));
      await expect(target(0)).toHaveAccessibleDescription('');
      await expect(codes).toHaveValue('-9; k.A.');
      await expect(separator).toHaveValue('|');
      await separator.selectOption('');
    });

    await test.step('the same target for two columns is refused, with a message at both', async () => {
      await target(2).selectOption('height|cm');
      await press(w.saveMapping);
      const links = page.getByRole('region', { name: w.problem }).getByRole('link');
      await expect(links).toHaveText(s.shared.map(described));
      for (const [position, index] of [1, 2].entries()) {
        await expect(target(index)).toHaveAttribute('aria-invalid', 'true');
        await expect(target(index)).toHaveAccessibleDescription(described(s.shared[position] ?? ''));
      }
      await expect(target(2)).toHaveValue('height|cm');
      await expect(target(7)).toHaveAccessibleDescription(described(s.name));
      await expectSoundScreen(page, language);
      await target(2).selectOption('mass|kg');
    });

    await test.step('the mapping is kept as a template and saved', async () => {
      await page.getByRole('textbox', { name: w.templateName }).fill(`  ${template} `);
      await press(w.saveTemplate);
      await expect(page.getByText(template).first()).toBeVisible();
      await press(w.saveMapping);
      await page.waitForURL(/\/file-upload\/check\//);
      await waitUntilDone(page, language);
      await page.goto(page.url().replace('/check/', '/data/'));
      await expect(codes).toHaveValue('-9; k.A.');
    });

    await test.step('the template fills another file by column name and says what did not match', async () => {
      const others = fitnessColumns.filter(({ en }) => en !== 'weight').toReversed();
      const file = fitnessDayCsv(seed + 50, language, others);
      await uploadRaw(page, language, { name: 'next-day.csv', mimeType: 'text/csv', buffer: file });
      await page.getByRole('combobox', { name: w.template, exact: true }).selectOption(template);
      await press(w.applyTemplate);
      await expect(page.getByText(s.applied)).toBeVisible();
      await expect(target(0, others)).toHaveValue('slj|cm');
      await expect(target(6, others)).toHaveValue('ignore|');
    });

    await test.step('an empty form saved under its name deletes the template', async () => {
      await press(s.clear);
      await page.getByRole('textbox', { name: w.templateName }).fill(template);
      await press(w.saveTemplate);
      await expect(page.getByText(s.deleted)).toBeVisible();
      const choices = page.getByRole('combobox', { name: w.template, exact: true });
      await expect(choices.getByRole('option', { name: template, exact: true })).toHaveCount(0);
    });
    await page.context().close();
  });
}
