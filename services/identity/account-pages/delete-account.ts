import type { KeptOfPerson } from '@domain/kept-of-person';
import { comparedEmail, fillText } from '@domain/text';

import { deleteAccount, type DeletionRefusal, type PersonalData } from '../accounts/delete-account';
import { answer, type PageRequest, type Screen, validationMessage } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import { cookieNames, sessionCookie, tellClients } from '../provider/session';
import { tryPassword } from '../signing-in/attempt-limits';
import { refuseTooMany, returnQuery, waitOrLink } from '../signing-in/interaction';
import type { AccountRow } from '../store/accounts';
import { isOnlyChair } from '../store/remove-account';
import { requireSession } from './own-account';

type Errors = Partial<Record<'confirm-email' | 'current-password', string>>;

/** An account whose owner may delete it. */
interface Deletable {
  account: AccountRow;
  personalData: PersonalData;
}

export const showDeleteAccount: Screen = async (visit) => {
  const deletable = await requireDeletable(visit);
  if (deletable) await answerForm(visit, deletable);
};

/** Deletes the account if the address is typed and the password is right. Otherwise the form is shown again. */
export const deleteOwnAccount: Screen = async (visit) => {
  const deletable = await requireDeletable(visit);
  if (!deletable) return;
  const { account, personalData } = deletable;
  const { services, frame } = visit;
  const errors = missingEntries(visit, account);
  if (Object.keys(errors).length > 0) return answerForm(visit, deletable, errors);
  if (!(await confirmPassword(visit, deletable))) return;
  const outcome = await deleteAccount(services.db, personalData, { ...account, language: frame.language });
  if (typeof outcome === 'string') return refuse(visit, deletable, outcome);
  tellClients(services, outcome);
  visit.context.cookies.set(cookieNames.session, null, sessionCookie(services.mountPath));
  const { doneTitle, done, mailed } = frame.texts.deleteAccount;
  const home = link(`${services.origin}/`, frame.texts.signOut.home);
  answer(visit, messagePage(doneTitle, [done, fillText(mailed, { email: account.email }), home]));
};

/** Returns the account. Without a session, or if it cannot be deleted here or now, it answers and returns null. */
async function requireDeletable(visit: PageRequest): Promise<Deletable | null> {
  const account = await requireSession(visit, 'delete-account');
  if (!account) return null;
  const { services, frame } = visit;
  const { title, elsewhere, onlyChair } = frame.texts.deleteAccount;
  const { personalData } = services;
  const reason = personalData === null ? elsewhere : (await isOnlyChair(services.db, account)) ? onlyChair : null;
  if (personalData && reason === null) return { account, personalData };
  answer(visit, messagePage(title, [reason ?? '', back(visit)]), personalData ? 409 : 404);
  return null;
}

function missingEntries({ form, frame }: PageRequest, account: AccountRow): Errors {
  const { confirmEmailWrong, passwordMissing } = frame.texts.deleteAccount;
  const isTyped = comparedEmail(form.get('confirm-email') ?? '') === account.emailKey;
  return {
    ...(isTyped ? {} : { 'confirm-email': fillText(confirmEmailWrong, { email: account.email }) }),
    ...(form.get('current-password') ? {} : { 'current-password': passwordMissing }),
  };
}

/** Checks the password within the attempt limits. Answers with the form if it is not correct. */
async function confirmPassword(visit: PageRequest, deletable: Deletable): Promise<boolean> {
  const { services, form, context } = visit;
  const { account } = deletable;
  const password = form.get('current-password') ?? '';
  const outcome = await tryPassword(services, context, { email: account.email, account, password });
  if (outcome.retryAfterSeconds !== undefined) {
    const kept = await deletable.personalData.count(account.id);
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) =>
      deletionPage(visit, account, { kept, errors: { 'current-password': text }, intro: waitOrLink(visit) }),
    );
  } else if (!outcome.isRight) {
    await refuse(visit, deletable, 'changed');
  }
  return outcome.isRight;
}

async function refuse(visit: PageRequest, deletable: Deletable, refusal: DeletionRefusal): Promise<void> {
  const { texts } = visit.frame;
  const { title, onlyChair } = texts.deleteAccount;
  if (refusal === 'only-chair') return answer(visit, messagePage(title, [onlyChair, back(visit)]), 409);
  await answerForm(visit, deletable, { 'current-password': validationMessage(texts, 'currentPasswordWrong') });
}

async function answerForm(visit: PageRequest, { account, personalData }: Deletable, errors: Errors = {}) {
  const kept = await personalData.count(account.id);
  answer(visit, deletionPage(visit, account, { kept, errors }));
}

function back(visit: PageRequest): Html {
  return link(`${visit.services.mountPath}/profile${returnQuery(visit)}`, visit.frame.texts.deleteAccount.back);
}

function deletionPage(
  visit: PageRequest,
  { email }: AccountRow,
  { kept, errors = {}, intro }: { kept: KeptOfPerson; errors?: Errors; intro?: Html },
) {
  const { services, frame, form } = visit;
  const { deleteAccount: texts, fields } = frame.texts;
  return formPage(frame, {
    title: texts.title,
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
        {
          name: 'current-password',
          label: fields.currentPassword,
          autocomplete: 'current-password',
          error: errors['current-password'],
        },
      ],
    },
    links: [back(visit)],
  });
}

/** Kinds of data in the order of the table. */
const kinds = [
  ...(['account', 'published', 'originals', 'underReview', 'unpublished', 'own'] as const),
  ...(['panels', 'votes', 'purposes', 'backups'] as const),
];

/** Table of what goes, what stays, and why. The roles keep it a table for screen readers where it is shown as cards. */
function whatBecomes({ services, frame }: PageRequest, kept: KeptOfPerson): Html {
  const { heads, rows, caption, shared } = frame.texts.deleteAccount.table;
  const counted = Object.fromEntries(Object.entries(kept).map(([name, count]) => [name, String(count)]));
  const row = (kind: (typeof kinds)[number]) => {
    const { what, becomes, why } = rows[kind];
    return html`<tr role="row">
      <th scope="row" role="rowheader">${fillText(what, counted)}</th>
      <td role="cell" data-label="${heads.becomes}">${becomes}</td>
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
        ${kinds.map(row)}
      </tbody>
    </table>
    ${kept.shared > 0 && html`<p>${fillText(shared, counted)}</p>`}
    <p>${link(`${services.origin}/about-me`, frame.texts.profile.aboutMe)}</p>`;
}
