import { expect, type Page, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { startServer, type ServerProcess } from './support/server-process';
import { languages } from './support/words';

/** A server of its own, because withdrawn data sets are missing in the demonstration of the others. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** A data set of the demonstration for each language: all of them have one contributor. */
const journeys = {
  en: {
    upload: '1r',
    nr: 1,
    link: 'Withdraw this data set',
    ask: 'Ask for the withdrawal',
    asked: 'Your request was sent. The chair will decide.',
    missing: 'Give a reason of at least 2 characters.',
    waiting: 'Withdrawals that wait for the chair',
    agree: 'Withdraw data set',
    done: 'The data set is withdrawn.',
    tombstone: 'This data set was withdrawn',
    gone: 'No longer available',
    listed: 'Withdrawn',
    download: 'Withdrawn on',
    restore: 'Restore data set',
    restored: 'The data set is restored.',
    acts: 'Changes since acceptance',
    removal: 'Ask for the removal',
    confirm: 'Remove the data for good',
    removed: 'The data was removed for good.',
  },
  de: {
    upload: '3a',
    nr: 3,
    link: 'Datensatz zurückziehen',
    ask: 'Zurückziehen beantragen',
    asked: 'Ihr Antrag wurde gesendet. Die Leitung entscheidet darüber.',
    missing: 'Nennen Sie einen Grund mit mindestens 2 Zeichen.',
    waiting: 'Anträge auf Zurückziehen, die auf die Leitung warten',
    agree: 'Datensatz zurückziehen',
    done: 'Der Datensatz ist zurückgezogen.',
    tombstone: 'Dieser Datensatz wurde zurückgezogen',
    gone: 'Nicht mehr verfügbar',
    listed: 'Zurückgezogen',
    download: 'Zurückgezogen am',
    restore: 'Datensatz wiederherstellen',
    restored: 'Der Datensatz ist wiederhergestellt.',
    acts: 'Änderungen seit der Annahme',
    removal: 'Löschen beantragen',
    confirm: 'Daten endgültig löschen',
    removed: 'Die Daten wurden endgültig gelöscht.',
  },
};
const reason = 'The school has taken its consent back.';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

for (const language of languages) {
  const t = journeys[language];

  test(`a data set is withdrawn, restored, withdrawn again and removed (${language})`, async ({ browser }, {
    project,
  }) => {
    test.setTimeout(240_000);
    const visit = async (email: string) => {
      const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
      await signIn(page, language, email);
      return page;
    };
    const [owner, chair, reader] = [
      await visit(accounts.contributor),
      await visit(accounts.chair),
      await visit(accounts.expert2),
    ];
    await reader.goto(`/data-set/${t.nr}`);
    const downloaded = reader.waitForEvent('download');
    await reader.locator('#actions .button-primary').click();
    await (await downloaded).path();

    await owner.goto(`/file-upload/submit/${t.upload}`);
    await owner.getByRole('link', { name: t.link, exact: true }).click();
    await press(owner, t.ask);
    await expect(owner.getByText(t.missing)).toHaveCount(2);
    await expectSoundScreen(owner, language);
    await owner.locator('#reason-ask').fill(reason);
    await press(owner, t.ask);
    await expect(owner.getByText(t.asked)).toBeVisible();

    await chair.goto('/editorial-board');
    await chair.getByRole('region', { name: t.waiting }).getByRole('link').click();
    await expect(chair.locator('#reason-withdraw')).toHaveValue(reason);
    await expectSoundScreen(chair, language);
    await press(chair, t.agree);
    await expect(chair.getByText(t.done)).toBeVisible();

    const tombstone = await reader.goto(`/data-set/${t.nr}`);
    expect(tombstone?.status()).toBe(200);
    await expect(reader.getByRole('heading', { name: t.tombstone })).toBeVisible();
    await expect(reader.getByText(reason)).toBeVisible();
    await expectSoundScreen(reader, language);
    expect((await reader.request.get(`/api/search/data/${t.nr}/package`)).status()).toBe(410);
    await reader.goto('/my-downloads');
    await expect(reader.getByText(t.download).first()).toBeVisible();
    await expectSoundScreen(reader, language);
    await owner.goto('/file-upload');
    await expect(owner.getByRole('link', { name: new RegExp(`^${t.listed}`) }).first()).toBeVisible();
    expect((await owner.goto(`/file-upload/data/${t.upload}`))?.status()).toBe(410);
    await expect(owner.getByRole('heading', { name: t.gone })).toBeVisible();

    await chair.goto(`/editorial-board/withdrawal/${t.upload}`);
    await chair.locator('#reason-restore').fill('The consent is valid after all.');
    await press(chair, t.restore);
    await expect(chair.getByText(t.restored)).toBeVisible();
    await reader.goto(`/data-set/${t.nr}`);
    await expect(reader.getByRole('heading', { name: t.acts })).toBeVisible();
    expect((await reader.request.get(`/api/search/data/${t.nr}/package`)).status()).toBe(200);

    await chair.goto(`/editorial-board/withdrawal/${t.upload}`);
    await chair.locator('#reason-withdraw').fill(reason);
    await press(chair, t.agree);
    await chair.locator('#reason-removal').fill('A court asks for it.');
    await press(chair, t.removal);
    await owner.goto(`/file-upload/withdrawal/${t.upload}`);
    await expectSoundScreen(owner, language);
    await press(owner, t.confirm);
    await expect(owner.getByText(t.removed)).toBeVisible();
    await reader.goto(`/data-set/${t.nr}`);
    await expect(reader.getByRole('heading', { name: t.tombstone })).toBeVisible();
  });
}
