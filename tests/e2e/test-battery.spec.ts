import { expect, test } from '@playwright/test';

import { uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { languages, words } from './support/words';

const messages = {
  en: {
    offer: 'Looks like the German Motor Test 6-18: use its mapping',
    used: 'The mapping of the German Motor Test 6-18 was filled in: 10 columns.',
  },
  de: {
    offer: 'Sieht aus wie „Deutscher Motorik-Test 6-18“: Zuordnung übernehmen',
    used: 'Die Zuordnung für „Deutscher Motorik-Test 6-18“ ist eingetragen: 10 Spalten.',
  },
};

const targets = {
  Code: 'person_id|',
  Geschlecht: 'sex|m/w',
  '20m': 'dash20hand|s',
  'Bal rw': 'balback|1',
  SHH: 'jumpside15|1',
  RB: 'standreach|cm',
  LS: 'pushup40|1',
  SU: 'situp40|1',
  SW: 'slj|cm',
  Lauf: 'run6min|m',
};

/** A class list with the tests of a battery, above the smallest size of an upload. */
function classList(seed: number): Buffer {
  const rows = Array.from({ length: 300 }, (_, i) => {
    const sex = i % 2 === 0 ? 'm' : 'w';
    return `K${seed}${i};${sex};4,${i % 10};${20 + (i % 20)};${25 + (i % 9)};${(i % 12) - 5};${10 + (i % 9)};${18 + (i % 9)};${110 + (i % 40)};${800 + i}`;
  });
  return Buffer.from(`${Object.keys(targets).join(';')}\n${rows.join('\n')}\n`);
}

for (const language of languages) {
  test(`a test battery is recognised and its mapping used (${language})`, async ({ browser }, { project }) => {
    const script = project.use.javaScriptEnabled;
    test.skip(script === (language === 'de'), 'in English with script, in German without');
    const page = await newVisitor(browser, language, script);
    await signIn(page, language, accounts.contributor);
    const buffer = classList(script ? 1 : 2);
    await uploadRaw(page, language, { name: 'class.csv', mimeType: 'text/csv', buffer });
    const target = (name: string) =>
      page.getByRole('combobox', {
        name: words[language].target('ABCDEFGHIJ'[Object.keys(targets).indexOf(name)] ?? '', name),
        exact: true,
      });
    await target('SW').selectOption('slj|m');
    await page.getByRole('button', { name: messages[language].offer, exact: true }).click();
    await expect(page.getByText(messages[language].used)).toBeVisible();
    for (const [name, value] of Object.entries(targets)) await expect(target(name)).toHaveValue(value);
    await expectSoundScreen(page, language);
  });
}
