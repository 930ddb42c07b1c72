import { formatDay } from '@domain/formats';
import type { KeptOfPerson } from '@domain/kept-of-person';
import { comparedEmail, fillText } from '@domain/text';

import { deleteAccount, mustStay, type PersonalData } from '../accounts/delete-account';
import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import { cookieNames, sessionCookie, sessionOf, tellClients } from '../provider/session';
import { noteAfterLogin } from '../signing-in/ended-note';
import { returnQuery } from '../signing-in/sign-in-paths';
import type { AccountRow } from '../store/accounts';
import type { LastHolderRefusal } from '../store/administered-accounts';
import { requireSession } from './own-account';
import {
  type AskedFactors,
  askedFactors,
  type FieldErrors,
  missingProof,
  proofFields,
  proveOwner,
} from './owner-proof';

/** An account whose owner may delete it. */
interface Deletable {
  account: AccountRow;
  factors: AskedFactors;
  personalData: PersonalData;
  kept: KeptOfPerson;
}

export const showDeleteAccount: Screen = async (visit) => {
  const deletable = await requireDeletable(visit);
  if (deletable) answer(visit, deletionPage(visit, deletable));
};

/** Deletes the account if the address is typed and the owner is proven. Otherwise the form is shown again. */
export const deleteOwnAccount: Screen = async (visit) => {
  const deletable = await requireDeletable(visit);
  if (!deletable) return;
  const { account, factors, personalData } = deletable;
  const { services, frame } = visit;
  const page = (errors: FieldErrors, intro?: Html) => deletionPage(visit, deletable, errors, intro);
  const wrongAddress = missingAddress(visit, account);
  const missing = { ...wrongAddress, ...missingProof(visit, account, factors) };
  // A wrong password is told together with a wrong address; a code would be used up.
  const withAddress = (errors: FieldErrors, intro?: Html) => page({ ...missing, ...errors }, intro);
  const isPasswordGiven = missing['current-password'] === undefined && wrongAddress['confirm-email'] !== undefined;
  if (isPasswordGiven && !(await proveOwner(visit, { account, factors: null, page: withAddress }))) return;
  if (Object.keys(missing).length > 0) return answer(visit, page(missing));
  if (!(await proveOwner(visit, { account, factors, page }))) return;
  const order = { ...account, language: frame.language, actor: account.id };
  const outcome = await deleteAccount(services.db, personalData, order);
  if (outcome === 'changed')
    return answer(visit, page({ 'current-password': frame.texts.problems.currentPasswordWrong }));
  // The same form was sent in another window, which was quicker.
  if (outcome !== 'gone') {
    if (typeof outcome === 'string') return refuse(visit, outcome);
    tellClients(services, outcome);
  }
  visit.context.cookies.set(cookieNames.session, null, sessionCookie(services.mountPath));
  redirect(visit.context, `${services.mountPath}/delete-account/done`);
};

/** Says that the account was deleted, at an address of its own, because nobody has a session there any more. */
export const showDeleted: Screen = async (visit) => {
  const { services, context, frame } = visit;
  const { accountId } = await sessionOf(services, context);
  if (accountId !== undefined) return redirect(context, `${services.origin}/`);
  const { doneTitle, done, mailed } = frame.texts.deleteAccount;
  answer(visit, messagePage(doneTitle, [done, mailed, link(`${services.origin}/`, frame.texts.signOut.home)]));
};

/** Returns the account. Without a session, or if it cannot be deleted here or now, it answers and returns null. */
async function requireDeletable(visit: PageRequest): Promise<Deletable | null> {
  const account = await requireSession(visit, 'delete-account');
  if (!account) return null;
  const { services, frame } = visit;
  const { db, personalData } = services;
  if (personalData === null) {
    answer(
      visit,
      messagePage(frame.texts.deleteAccount.title, [frame.texts.deleteAccount.elsewhere, back(visit)]),
      404,
    );
    return null;
  }
  const refusal = await mustStay(db, account.id);
  if (refusal) {
    refuse(visit, refusal);
    return null;
  }
  const [factors, kept] = await Promise.all([askedFactors(visit, account), personalData.count(account.id)]);
  return { account, factors, personalData, kept };
}

function missingAddress({ form, frame }: PageRequest, { email, emailKey }: AccountRow): FieldErrors {
  if (comparedEmail(form.get('confirm-email') ?? '') === emailKey) return {};
  return { 'confirm-email': fillText(frame.texts.deleteAccount.confirmEmailWrong, { email }) };
}

function refuse(visit: PageRequest, refusal: LastHolderRefusal): void {
  const texts = visit.frame.texts.deleteAccount;
  answer(visit, messagePage(texts.title, [texts[refusal], back(visit)]), 409);
}

function back(visit: PageRequest): Html {
  return link(`${visit.services.mountPath}/profile${returnQuery(visit)}`, visit.frame.texts.deleteAccount.back);
}

function deletionPage(
  visit: PageRequest,
  { account: { email }, factors, kept }: Deletable,
  errors: FieldErrors = {},
  intro?: Html,
) {
  const { services, frame, form } = visit;
  const texts = frame.texts.deleteAccount;
  return formPage(frame, {
    title: texts.title,
    note: noteAfterLogin(visit) ?? undefined,
    intro: intro ?? texts.intro,
    before: whatBecomes(visit, kept),
    form: {
      action: `${services.mountPath}/delete-account${returnQuery(visit)}`,
      submit: texts.submit,
      formToken: visit.formToken,
      fields: [
        {
          name: 'confirm-email',
          label: texts.confirmEmail,
          hint: fillText(texts.confirmEmailHint, { email }),
          autocomplete: 'off',
          value: form.get('confirm-email') ?? '',
          error: errors['confirm-email'],
        },
        ...proofFields(visit, factors, errors),
      ],
    },
    links: [back(visit)],
  });
}

/** Kinds of data in the order of the table. */
const kinds = [
  ...(['account', 'published', 'originals', 'underEmbargo', 'underReview', 'unpublished', 'own'] as const),
  ...(['panels', 'votes', 'purposes', 'backups'] as const),
];

/** Table of what goes, what stays, and why. The roles keep it a table for screen readers where it is shown as cards. */
function whatBecomes({ services, frame }: PageRequest, kept: KeptOfPerson): Html {
  const { heads, rows, caption, shared } = frame.texts.deleteAccount.table;
  const { embargoUntil, ...counts } = kept;
  const counted = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
  const until = embargoUntil === '' ? '' : formatDay(embargoUntil.split('-'), frame.language);
  const shown = kinds.filter((kind) => kind !== 'underEmbargo' || kept.underEmbargo > 0);
  const row = (kind: (typeof kinds)[number]) => {
    const { what, becomes, why } = rows[kind];
    return html`<tr role="row">
      <th scope="row" role="rowheader">${fillText(what, counted)}</th>
      <td role="cell" data-label="${heads.becomes}">${fillText(becomes, { until })}</td>
      <td role="cell" data-label="${heads.why}">${why}</td>
    </tr>`;
  };
  return html`<table role="table">
      <caption>
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${[heads.what, heads.becomes, heads.why].map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${shown.map(row)}
      </tbody>
    </table>
    ${kept.shared > 0 && html`<p>${fillText(shared, counted)}</p>`}
    <p>${link(`${services.origin}/about-me`, frame.texts.profile.aboutMe)}</p>`;
}
