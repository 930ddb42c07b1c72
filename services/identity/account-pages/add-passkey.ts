import { fillText, oneLine } from '@domain/text';

import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { type Field, type Form, formPage, link } from '../pages/form-page';
import type { Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { passkeyNotes } from '../pages/passkey-notes';
import { askForNewPasskey, isNewChallenge, readNewPasskey } from '../second-factor/passkeys';
import { makeRecoveryCodes, recoveryCodeHash } from '../second-factor/recovery-codes';
import type { AccountRow } from '../store/accounts';
import { addPasskey, findSecondFactors } from '../store/second-factors';
import { type AskedFactors, askedFactors, type FieldErrors, isProven, proofFields } from './owner-proof';
import { raiseSession } from './raise-session';
import { keepCodes } from './new-codes';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

const maxNameCharacters = 100;

/** The first of two pages: it asks for the password, so that no passkey is made for somebody else. */
export const showAddPasskey: Screen = async (visit) => {
  const account = await requireSession(visit, 'two-step/add-passkey');
  if (!account) return;
  const { services, form } = visit;
  // A language button was pressed on the second page.
  if (isNewChallenge(services, account, form.get('challenge') ?? ''))
    return answer(visit, form.get('response') ? namePage(visit) : await passkeyPage(visit, account));
  answer(visit, proofPage(visit, await askedFactors(visit, account)));
};

/** Takes the proof, which leads to the second page, or the passkey that the browser has made there. */
export const savePasskey: Screen = async (visit) => {
  const account = await requireSession(visit, 'two-step/add-passkey');
  if (!account) return;
  if (visit.form.has('challenge')) return storePasskey(visit, account);
  const factors = await askedFactors(visit, account);
  const page = (errors: FieldErrors) => proofPage(visit, factors, errors);
  if (await isProven(visit, { account, factors, page })) answer(visit, await passkeyPage(visit, account));
};

async function storePasskey(visit: PageRequest, account: AccountRow): Promise<void> {
  const { services, form, frame } = visit;
  const { problems, twoStep } = frame.texts;
  const [response, challenge] = [form.get('response') ?? '', form.get('challenge') ?? ''];
  // It was given after the password was entered.
  if (!isNewChallenge(services, account, challenge))
    return redirect(visit.context, twoStepAddress(visit, 'add-passkey'));
  const read = await readNewPasskey(services, { account, response, challenge });
  const error = response === '' ? problems.passkeyMissing : problems.passkeyWrong;
  if (!read) return answer(visit, await passkeyPage(visit, account, error));
  const name = oneLine(form.get('name') ?? '') || twoStep.passkeyName;
  if (name.length > maxNameCharacters)
    return answer(visit, namePage(visit, fillText(problems.nameTooLong, { maxName: maxNameCharacters })));
  const codes = makeRecoveryCodes();
  const codeHashes = codes.map((code) => recoveryCodeHash(account.id, code));
  const change = { account, language: frame.language, now: services.now() };
  const added = await addPasskey(services.db, change, { passkey: { ...read, name }, codeHashes });
  if (!added) return redirect(visit.context, twoStepAddress(visit));
  services.sendMails();
  const next = await raiseSession(visit, account, { factor: 'hwk', saved: 'passkey' });
  redirect(visit.context, added.hasNewCodes ? keepCodes(visit, { accountId: account.id, codes, next }) : next);
}

function proofPage(visit: PageRequest, factors: AskedFactors, errors: FieldErrors = {}): Page {
  const { twoStep } = visit.frame.texts;
  return formPage(visit.frame, {
    title: twoStep.addPasskey,
    intro: twoStep.addPasskeyIntro,
    form: {
      action: twoStepAddress(visit, 'add-passkey'),
      submit: twoStep.next,
      formToken: visit.formToken,
      fields: proofFields(visit, factors, errors),
    },
    links: [link(twoStepAddress(visit), twoStep.cancel)],
  });
}

/** The second page, on which the browser makes the passkey. */
async function passkeyPage(visit: PageRequest, account: AccountRow, error?: string): Promise<Page> {
  const { services, frame } = visit;
  const { passkeys } = await findSecondFactors(services.db, account.id);
  const site = frame.texts.siteName;
  const { options, challenge } = await askForNewPasskey(services, { account, site, present: passkeys });
  const hidden = { challenge, response: '' };
  const form = { ...namedForm(visit, hidden), submitError: error, passkeyOptions: options };
  return newPasskeyPage(visit, form, passkeyNotes(frame));
}

/** The second page again after the browser has made the passkey: it only asks for another name. */
function namePage(visit: PageRequest, error?: string): Page {
  const { form } = visit;
  const hidden = { challenge: form.get('challenge') ?? '', response: form.get('response') ?? '' };
  return newPasskeyPage(visit, namedForm(visit, hidden, error));
}

function newPasskeyPage(visit: PageRequest, form: Form, before?: Html): Page {
  const { twoStep } = visit.frame.texts;
  const links = [link(twoStepAddress(visit), twoStep.cancel)];
  return formPage(visit.frame, { title: twoStep.addPasskey, before, form, links });
}

function namedForm(visit: PageRequest, hidden: Record<string, string>, error?: string): Form {
  const { twoStep, fields } = visit.frame.texts;
  const name: Field = {
    name: 'name',
    label: fields.passkeyName,
    autocomplete: 'off',
    value: visit.form.get('name') ?? twoStep.passkeyName,
    hint: twoStep.passkeyNameHint,
    error,
  };
  const action = twoStepAddress(visit, 'add-passkey');
  return { action, submit: twoStep.addPasskey, formToken: visit.formToken, hidden, fields: [name] };
}
