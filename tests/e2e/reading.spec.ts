import { expect, test } from '@playwright/test';

import { uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, takeTurns, waitUntilDone } from './support/journey';
import { languages, words } from './support/words';

const texts = {
  en: {
    readAs: /^Read as: semicolon, decimal comma, .+, header in row \d$/,
    encoding: 'Encoding',
    headerRow: 'Header row',
    readAgain: 'Read again',
    rows: 'All rows and column summaries',
    next: 'Next rows',
    goTo: 'Go to row',
    go: 'Go',
    back: 'Back to the mapping',
    type: 'Data type',
    success: 'Success',
  },
  de: {
    readAs: /^Gelesen als: Semikolon, Dezimalkomma, .+, Kopfzeile in Zeile \d$/,
    encoding: 'Zeichenkodierung',
    headerRow: 'Kopfzeile',
    readAgain: 'Neu einlesen',
    rows: 'Alle Zeilen und Inhalt der Spalten',
    next: 'Nächste Zeilen',
    goTo: 'Zu Zeile',
    go: 'Anzeigen',
    back: 'Zurück zur Zuordnung',
    type: 'Datentyp',
    success: 'Erfolg',
  },
};

/** A table from an old Mac, below a line that looks like a header; neither can be guessed. */
function macTable(language: string): Buffer {
  const rows = Array.from({ length: 900 }, (_, i) => `${6 + (i % 5)};${130 + (i % 40)},5;${12 + (i % 9)},${i % 10}`);
  const text = `Schule;Ort;${language}\nAlter;Größe (cm);Handkraft (kg)\n${rows.join('\n')}\n`;
  const macBytes: Record<string, number> = { ö: 0x9a, ß: 0xa7 };
  return Buffer.from(Array.from(text, (character) => macBytes[character] ?? character.charCodeAt(0)));
}

for (const language of languages) {
  test(`a wrong guess is corrected with selects, and all rows can be viewed (${language})`, async ({ browser }, {
    project,
  }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const [w, t] = [words[language], texts[language]];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    const file = {
      name: `mac-${language}-${project.name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.concat([macTable(language), Buffer.from(project.name)]),
    };
    const id = await uploadRaw(page, language, file);
    await expect(page.getByRole('combobox', { name: w.target('A', 'Schule') })).toBeVisible();

    await page.getByText(t.readAs).click();
    await page.getByLabel(t.headerRow, { exact: true }).selectOption('2');
    await page.getByRole('button', { name: t.readAgain }).click();
    await waitUntilDone(page, language);
    await expect(page.getByRole('region', { name: t.success })).toBeVisible();
    await page.getByRole('combobox', { name: w.target('A', 'Alter') }).selectOption('age_y|a');

    // A choice that is not saved survives reading the file again.
    await page.getByText(t.readAs).click();
    await page.getByLabel(t.encoding, { exact: true }).selectOption('macintosh');
    await page.getByRole('button', { name: t.readAgain }).click();
    await waitUntilDone(page, language);
    await expect(page.getByRole('combobox', { name: w.target('B', 'Größe (cm)') })).toBeVisible();
    await expect(page.getByRole('combobox', { name: w.target('A', 'Alter') })).toHaveValue('age_y|a');
    await expectSoundScreen(page, language);

    await page.getByRole('button', { name: t.rows }).click();
    await expect(page.getByRole('rowheader', { name: t.type, exact: true })).toBeVisible();
    await page.getByRole('link', { name: t.next }).click();
    await expect(page.getByRole('rowheader', { name: '53', exact: true })).toBeVisible();
    await page.getByLabel(t.goTo).fill('890');
    await page.getByRole('button', { name: t.go, exact: true }).click();
    await expect(page.getByRole('rowheader', { name: '890', exact: true })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.back }).click();
    await expect(page.getByRole('combobox', { name: w.target('A', 'Alter') })).toHaveValue('age_y|a');

    await page.goto(`/file-upload/delete/${id}`);
    await page.getByRole('button', { name: w.deleteFile }).click();
    await expect(page).toHaveURL(/\/file-upload$/);
    await page.context().close();
  });
}
