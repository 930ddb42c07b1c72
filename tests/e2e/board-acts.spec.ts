import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, ownServer, signIn } from './support/journey';
import { readOutbox } from './support/outbox';
import { words, type Language } from './support/words';

const texts = {
  en: {
    invite: 'Invite expert 1',
    invitation: 'Expert to invite',
    decline: 'Decline',
    reason: 'Reason (optional)',
    declined: 'You have declined the invitation.',
    ended: 'This invitation has ended',
    answer: 'Accept or decline the invitation',
    accept: 'Accept',
    accepted: 'You have accepted the invitation.',
    readers: 'The chair',
    note: 'Note',
    send: 'Send note',
    conversation: 'Conversation',
    history: 'History',
    declinedAct: 'Declined the invitation',
    profile: 'My profile',
    topic: 'Handgrip strength',
    save: 'Save',
    fits: /knows Handgrip/,
  },
  de: {
    invite: 'Für Gutachten 1 einladen',
    invitation: 'Wen Sie einladen',
    decline: 'Ablehnen',
    reason: 'Grund (freiwillig)',
    declined: 'Sie haben die Einladung abgelehnt.',
    ended: 'Diese Einladung ist beendet',
    answer: 'Einladung annehmen oder ablehnen',
    accept: 'Annehmen',
    accepted: 'Sie haben die Einladung angenommen.',
    readers: 'Die Leitung',
    note: 'Notiz',
    send: 'Notiz senden',
    conversation: 'Gespräch',
    history: 'Verlauf',
    declinedAct: 'Einladung abgelehnt',
    profile: 'Mein Profil',
    topic: 'Handkraft (Handdynamometer)',
    save: 'Speichern',
    fits: /kennt Handkraft/,
  },
};

/** Link in the newest invitation to a file. */
async function invitationTo(file: string): Promise<string> {
  const linkOf = () => {
    const mails = readOutbox(ownServer().dataDir).filter(
      ({ to, text }) => to === accounts.expert1 && text.includes(file),
    );
    return mails.map(({ text }) => /\/editorial-board\/invitation\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(linkOf).not.toBe('');
  return linkOf();
}

test('the chair invites, an expert declines by the link, accepts later, and they talk', async ({ browser }, {
  project,
}) => {
  const language: Language = project.name === 'js' ? 'de' : 'en';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 941 : 942;
  const file = `acts-${seed}.csv`;
  const contributor = await newVisitor(browser, language, script);
  await signIn(contributor, language, accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(contributor, language, { name: file, mimeType: 'text/csv', buffer });
  await mapColumns(contributor, language, gripStudyTargets);
  await contributor.goto(`/file-upload/meta/${id}`);
  await fillMetadata(contributor, language, `Grip of acts ${seed}`, 'CC-BY 4.0');
  await saveAndSubmit(contributor, language, id);

  const expert = await newVisitor(browser, language, script);
  await signIn(expert, language, accounts.expert1);
  await test.step('an expert says which tests they know', async () => {
    await expert.goto('/editorial-board');
    await expert.getByRole('link', { name: t.profile, exact: true }).click();
    await expert.getByRole('checkbox', { name: t.topic, exact: true }).check();
    await expert.getByRole('button', { name: t.save, exact: true }).click();
    await expect(expert.getByRole('region', { name: w.success })).toBeVisible();
    await expect(expert.getByRole('checkbox', { name: t.topic, exact: true })).toBeChecked();
    await expectSoundScreen(expert, language);
  });

  const chair = await newVisitor(browser, language, script);
  await signIn(chair, language, accounts.chair);
  const invite = async () => {
    await chair.goto(`/editorial-board/panels/${id}`);
    const form = chair.getByRole('region', { name: t.invite });
    const choice = form.getByRole('combobox', { name: t.invitation });
    await expect(choice.getByRole('option', { name: t.fits })).toHaveCount(1);
    await choice.selectOption(accounts.expert1);
    await expectSoundScreen(chair, language);
    await form.getByRole('button', { name: t.invite }).click();
    await expect(chair.getByRole('region', { name: w.success })).toBeVisible();
  };

  await test.step('the chair invites, and the expert declines by the link without a login', async () => {
    await invite();
    const link = await invitationTo(file);
    const visitor = await newVisitor(browser, language, script);
    await visitor.goto(link);
    await expectSoundScreen(visitor, language);
    await visitor.getByRole('textbox', { name: t.reason }).fill('On leave.');
    await visitor.getByRole('button', { name: t.decline, exact: true }).click();
    await expect(visitor.getByText(t.declined)).toBeVisible();
    expect((await visitor.goto(link))?.status()).toBe(410);
    await expect(visitor.getByRole('heading', { name: t.ended })).toBeVisible();
    await expectSoundScreen(visitor, language);
  });

  await test.step('invited again, the expert accepts and writes to the chair', async () => {
    await invite();
    await expert.goto(`/editorial-board/vote/${id}`);
    await expectSoundScreen(expert, language);
    await expert.getByRole('link', { name: t.answer, exact: true }).click();
    await expert.getByRole('button', { name: t.accept, exact: true }).click();
    await expect(expert.getByText(t.accepted)).toBeVisible();
    await expectSoundScreen(expert, language);
    await expert.getByRole('link', { name: t.conversation, exact: true }).click();
    await expert.getByRole('radio', { name: t.readers, exact: true }).check();
    await expert.getByRole('textbox', { name: t.note, exact: true }).fill('Please find a second expert.');
    await expectSoundScreen(expert, language);
    await expert.getByRole('button', { name: t.send, exact: true }).click();
    await expect(expert.getByRole('region', { name: t.conversation, exact: true })).toContainText('a second expert');
  });

  await test.step('the chair reads the note and the history', async () => {
    await chair.goto(`/editorial-board/notes/${id}`);
    await expect(chair.getByText('Please find a second expert.')).toBeVisible();
    await chair.getByRole('link', { name: t.history, exact: true }).click();
    await expect(chair.getByRole('row', { name: t.declinedAct })).toContainText('On leave.');
    await expectSoundScreen(chair, language);
  });
});
