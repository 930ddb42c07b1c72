import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn, takeTurns, waitUntilDone } from './support/journey';
import { chooseByTyping, pressEnterOn, pressTab, tabTo, typeHere, typeInto } from './support/keyboard';
import { answers, fillFieldByKeyboard, readFields, typedEntries } from './support/whole-metadata';
import { languages, words } from './support/words';

/** A published title, which no other study may use. */
const takenTitle = 'Demonstration: grip strength of adults aged 18 to 82 in 2021';

const columns = [
  ['B', 'age', 'age_y|a'],
  ['C', 'sex', 'sex|m/f'],
  ['F', 'grip (kg)', 'handgrip|kg'],
] as const;

const more = {
  en: {
    success: 'Success',
    note: 'Note',
    needed: 'Fill in this field.',
    taken: ['This title is already in use.', 'Please vary the title entry!'],
    tooLong: 'Enter at most 1500 characters.',
    draftSaved: /^Draft saved at \d\d:\d\d$/,
    saved: 'The metadata has been saved.',
    templateSaved: (name: string) => `The template ‘${name}’ was saved.`,
    templateDeleted: (name: string) => `The template ‘${name}’ was deleted.`,
    changeMetadata: /^Change Metadata/,
  },
  de: {
    success: 'Erfolg',
    note: 'Hinweis',
    needed: 'Füllen Sie dieses Feld aus.',
    taken: ['Dieser Titel wird bereits verwendet.', 'Bitte variieren Sie den Titeleintrag!'],
    tooLong: 'Geben Sie höchstens 1500 Zeichen ein.',
    draftSaved: /^Entwurf um \d\d:\d\d Uhr gespeichert$/,
    saved: 'Die Metadaten wurden gespeichert.',
    templateSaved: (name: string) => `Die Vorlage „${name}“ wurde gespeichert.`,
    templateDeleted: (name: string) => `Die Vorlage „${name}“ wurde gelöscht.`,
    changeMetadata: /^Ändern Metadaten/,
  },
};

/** Goes to a step of the workflow through its link. */
async function goToStep(page: Page, steps: string, step: string): Promise<void> {
  const link = page.getByRole('navigation', { name: steps }).getByRole('link', { name: step });
  // Saved metadata may have the data checked again, and no step after a check is open while it runs.
  await expect(async () => {
    if ((await link.count()) === 0) await page.reload();
    expect(await link.count()).toBe(1);
  }).toPass({ timeout: 60_000 });
  await pressEnterOn(page, link);
}

for (const language of languages) {
  const w = words[language];
  const m = more[language];

  test(`from a file to its submission by keyboard only, all agreed fields (${language})`, async ({ browser }, {
    project,
  }) => {
    const script = project.use.javaScriptEnabled;
    takeTurns(language, script);
    const seed = (script ? 500 : 600) + (language === 'de' ? 1 : 2);
    const title = `All fields by keyboard ${language} ${project.name}`;
    const fileName = `all-fields-${seed}.csv`;
    const page = await newVisitor(browser, language, script);
    await signIn(page, language, accounts.contributor);
    const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 1 });
    await uploadRaw(page, language, { name: fileName, mimeType: 'text/csv', buffer });
    const fields = await readFields(page, language);
    // Data may add fields, which this journey leaves empty.
    const answered = fields.filter(({ id }) => id > 2 && id in answers);
    expect(answered).toHaveLength(Object.keys(answers).filter((id) => Number(id) > 2).length);
    const nameOf = (id: number) => fields.find((field) => field.id === id)?.label ?? '';
    const [author, affiliation, titleName, keyword] = [1, 1.2, 2, 6].map(nameOf) as [string, string, string, string];
    const inAuthor = (number: number) => page.getByRole('group', { name: `${author} ${number}`, exact: true });
    const familyName = (number: number) => inAuthor(number).getByRole('textbox').first();
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
    const success = page.getByRole('region', { name: m.success });
    const summary = page.getByRole('region', { name: w.problem });
    const press = (name: string) => pressEnterOn(page, page.getByRole('button', { name, exact: true }));

    await test.step('from the list of uploads through mapping and check', async () => {
      await page.goto('/file-upload');
      const row = page.getByRole('row', { name: fileName });
      await pressEnterOn(page, row.getByRole('link', { name: fileName, exact: true }));
      for (const [letters, name, value] of columns) {
        await chooseByTyping(page, page.getByRole('combobox', { name: w.target(letters, name) }), value);
      }
      await press(w.saveMapping);
      await page.waitForURL(/\/file-upload\/check\//);
      await waitUntilDone(page, language);
      await typeInto(page, page.getByRole('table', { name: w.problems }).getByRole('textbox'), 'tired');
      await page.keyboard.press('Enter');
      await expect(success).toBeVisible();
    });

    await test.step('a form with proposals only is refused, and the summary takes the focus and leads to the fields', async () => {
      await goToStep(page, w.steps, w.metadata);
      await expect(familyName(1)).toHaveValue('Contributor');
      await press(w.save);
      await expect(summary).toBeFocused();
      const missing = page.getByRole('region', { name: w.missing }).getByRole('listitem');
      await expect(missing).toHaveCount(await summary.getByRole('listitem').count());
      await expect(missing.first()).toHaveText(`${affiliation} (${m.needed})`);
      await pressTab(page);
      await pressEnterOn(page, summary.getByRole('link', { name: new RegExp(`^${titleName}: `) }));
      await expect(textbox(titleName)).toBeFocused();
      await expect(textbox(titleName)).toHaveAccessibleDescription(new RegExp(m.needed));
    });

    await test.step('a draft needs no fields; a template is saved, applied and, saved empty, deleted', async () => {
      const template = `By keyboard ${project.name}`;
      const templateName = page.getByLabel(w.templateName, { exact: true });
      await typeInto(page, familyName(1), 'Muster');
      await typeInto(page, textbox(titleName), title);
      // Both tests of the file are proposed.
      await press(w.remove(keyword, 2));
      await typeInto(page, textbox(keyword), 'power');
      await press(w.saveDraft);
      await expect(success.getByText(m.draftSaved)).toBeVisible();
      await expect(textbox(keyword)).toHaveValue('power');
      await tabTo(page, templateName, 'back');
      await typeHere(page, template);
      await press(w.saveTemplate);
      await expect(success).toContainText(m.templateSaved(template));
      await press(w.discardDraft);
      await expect(familyName(1)).toHaveValue('Contributor');
      await chooseByTyping(page, page.getByLabel(w.template, { exact: true }), template, 'back');
      await press(w.applyTemplate);
      await expect(textbox(keyword)).toHaveValue('power');
      await expect(familyName(1)).toHaveValue('Muster');
      // A template does not contain the title, because only one study can have it.
      await expect(textbox(titleName)).toHaveValue('');
      await press(w.discardDraft);
      await press(w.remove(keyword, 2));
      const contact = page.getByRole('group', { name: `${nameOf(3)} 1`, exact: true }).getByRole('textbox');
      const names = [familyName(1), inAuthor(1).getByRole('textbox').nth(1), contact.nth(0), contact.nth(1)];
      for (const field of [...names, ...[3.1, 6, 13, 14].map((id) => textbox(nameOf(id)))]) {
        await tabTo(page, field);
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Delete');
      }
      await tabTo(page, templateName, 'back');
      await typeHere(page, template);
      await press(w.saveTemplate);
      await expect(success).toContainText(m.templateDeleted(template));
      await expect(page.getByLabel(w.template, { exact: true }).getByRole('option')).toHaveCount(1);
    });

    await test.step('values are added and removed, and the focus follows', async () => {
      for (const id of [1, 1.1, 1.2]) await fillFieldByKeyboard(page, language, fields, id);
      const added = inAuthor(1).getByLabel(`${affiliation} 2`, { exact: true });
      await pressEnterOn(page, inAuthor(1).getByRole('button', { name: w.add(affiliation) }));
      await expect(added).toBeFocused();
      await typeHere(page, 'Institute of Examples');
      await pressEnterOn(page, page.getByRole('button', { name: w.add(author), exact: true }));
      await expect(familyName(2)).toBeFocused();
      await typeHere(page, 'Nobody');
      await press(w.remove(author, 2));
      await expect(familyName(1)).toBeFocused();
      await expect(added).toHaveValue('Institute of Examples');
      await expect(inAuthor(2)).toHaveCount(0);
    });

    await test.step('all other fields are filled in, and a text is pasted that is too long', async () => {
      for (const { id } of answered) {
        await fillFieldByKeyboard(page, language, fields, id);
        if (id === 5) await page.keyboard.insertText('x'.repeat(1501 - answers[5]![0]!.length));
      }
      await press(w.save);
      await expect(summary).toBeFocused();
      await pressEnterOn(page, summary.getByRole('link', { name: `${nameOf(5)}: ${m.tooLong}` }));
      await expect(textbox(nameOf(5))).toBeFocused();
      await expect(page.getByText(/^1501 (of|von) 1500 /)).toBeVisible();
      await typeHere(page, answers[5]![0]!);
    });

    await test.step('a title in use is refused in two lines; another one is saved with all other entries', async () => {
      await tabTo(page, textbox(titleName), 'back');
      await typeHere(page, takenTitle);
      await fillFieldByKeyboard(page, language, fields, 2.1);
      await page.keyboard.press('Enter');
      await expect(summary.getByRole('listitem')).toHaveText(`${titleName}: ${m.taken.join('\n')}`);
      await expect(textbox(titleName)).toHaveAccessibleDescription(new RegExp(m.taken.join('\\s')));
      await pressEnterOn(page, summary.getByRole('link'));
      await typeHere(page, title);
      const typed = await typedEntries(page);
      // The end of the data collection has no month and day, its beginning no day.
      const isAnswered = (entry: string) =>
        answered.some(({ id }) => entry.startsWith(`f${String(id).replace('.', '_')}-`));
      const empty = typed.filter((entry) => entry.endsWith('=') && isAnswered(entry));
      expect(empty).toEqual(['f9-0=', 'f9-0=', 'f9-0=']);
      await page.keyboard.press('Enter');
      await expect(success).toContainText(m.saved);
      expect(await typedEntries(page)).toEqual(typed);
      await expect(page.getByRole('region', { name: w.missing })).toHaveCount(0);
    });

    await test.step('the entries are reviewed, one is changed, and the file is submitted', async () => {
      await goToStep(page, w.steps, w.submit);
      const main = page.getByRole('main');
      for (const text of [title, 'SUFL 1.0']) await expect(main).toContainText(text);
      await pressEnterOn(page, page.getByRole('link', { name: m.changeMetadata }).first());
      await expect(textbox(titleName)).toHaveValue(title);
      await goToStep(page, w.steps, w.submit);
      await press(w.submit);
      await expect(page.getByText(w.submitted)).toBeVisible();
      await goToStep(page, w.steps, w.metadata);
      await expect(main).toContainText('Institute of Examples');
      await expect(main.getByRole('textbox')).toHaveCount(0);
    });
    await page.context().close();
  });
}
