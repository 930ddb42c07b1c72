import { expect, type Page, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { readOutbox } from './support/outbox';
import { startServer, type ServerProcess } from './support/server-process';
import { languages } from './support/words';

/** A server of its own, because uploads of the demonstration change hands. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** A data set of the demonstration for each language: all of them have one contributor. */
const journeys = {
  en: {
    upload: '1r',
    link: 'Co-authors',
    invite: 'Invite',
    missing: 'Enter an e-mail address such as name@example.org.',
    sent: 'The invitation was sent to expert2@example.org.',
    login: 'Log in to accept',
    accept: 'Accept',
    joined: 'You are a co-author now.',
    may: 'you may read',
    offer: 'Offer upload',
    taken: 'The upload belongs to you now.',
    ended: 'This link is no longer valid',
  },
  de: {
    upload: '3a',
    link: 'Mitautor:innen',
    invite: 'Einladen',
    missing: 'Geben Sie eine E-Mail-Adresse wie name@example.org ein.',
    sent: 'Die Einladung wurde an expert2@example.org gesendet.',
    login: 'Zum Annehmen anmelden',
    accept: 'Annehmen',
    joined: 'Sie arbeiten jetzt mit.',
    may: 'Sie dürfen lesen',
    offer: 'Upload anbieten',
    taken: 'Der Upload gehört jetzt Ihnen.',
    ended: 'Dieser Link gilt nicht mehr',
  },
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Paths of all links of co-authors that were mailed to an address. */
function linksTo(email: string): string[] {
  return readOutbox(server.dataDir)
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => /\/co-authors\/[\w-]{32}/.exec(text)?.[0] ?? []);
}

/** Path of a link that was mailed to an address since. */
async function mailedLink(email: string, before: ReadonlySet<string>): Promise<string> {
  let link = '';
  await expect
    .poll(() => {
      link = linksTo(email).find((one) => !before.has(one)) ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

for (const language of languages) {
  const t = journeys[language];

  test(`an upload is shared with a co-author and handed on to them (${language})`, async ({ browser }, { project }) => {
    test.setTimeout(240_000);
    const script = project.use.javaScriptEnabled;
    const owner = await newVisitor(browser, language, script, server.origin);
    await signIn(owner, language, accounts.contributor);
    const known = new Set(linksTo(accounts.expert2));

    await owner.goto(`/file-upload/submit/${t.upload}`);
    await owner.getByRole('link', { name: t.link, exact: true }).click();
    await press(owner, t.invite);
    await expect(owner.getByText(t.missing)).toHaveCount(2);
    await expectSoundScreen(owner, language);
    await owner.locator('#invite-email').fill(accounts.expert2);
    await press(owner, t.invite);
    await expect(owner.getByText(t.sent)).toBeVisible();

    const other = await newVisitor(browser, language, script, server.origin);
    const invitation = await mailedLink(accounts.expert2, known);
    known.add(invitation);
    await other.goto(invitation);
    await expect(other.getByRole('link', { name: t.login })).toBeVisible();
    await expectSoundScreen(other, language);
    await signIn(other, language, accounts.expert2);
    await other.goto(invitation);
    await press(other, t.accept);
    await expect(other.getByText(t.joined)).toBeVisible();
    await expectSoundScreen(other, language);
    await other.goto('/file-upload');
    await expect(other.getByRole('link', { name: new RegExp(t.may) }).first()).toBeVisible();
    await other.goto(invitation);
    await expect(other.getByRole('heading', { name: t.ended })).toBeVisible();

    await owner.goto(`/file-upload/co-authors/${t.upload}`);
    await owner.locator('#offer-email').fill(accounts.expert2);
    await press(owner, t.offer);
    await expect(owner.locator('#offer-heading')).toBeVisible();
    await other.goto(await mailedLink(accounts.expert2, known));
    await press(other, t.accept);
    await expect(other.getByText(t.taken)).toBeVisible();
    await owner.goto('/file-upload');
    await expect(owner.getByRole('link', { name: new RegExp(t.may) }).first()).toBeVisible();
  });
}
