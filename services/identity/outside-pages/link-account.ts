import { fillText } from '@domain/text';

import { maxTypedEmailCharacters } from '../accounts/account-rules';
import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { requireSession } from '../account-pages/own-account';
import { type AskedFactors, askedFactors, isProven, proofFields } from '../account-pages/owner-proof';
import { formPage, link, type Field } from '../pages/form-page';
import { tryPassword } from '../signing-in/attempt-limits';
import { addressIfLoggedIn, refuseTooMany, requireInteraction } from '../signing-in/interaction';
import { signInPaths } from '../signing-in/sign-in-paths';
import { findAccountByEmail, type AccountRow } from '../store/accounts';
import { hasSecondFactor } from '../store/second-factors';
import { finishOutsideSignIn } from '../signing-in/finish-outside-sign-in';
import { linkPerson } from '../signing-in/link-person';
import { forgetLogin, isOfOther, keptLogin, type KeptLogin, loginField } from './kept-login';
import { labelOf } from '../outside/outside-services';
import { fail, outsidePath, waysAddress } from '../signing-in/outside-paths';

type Errors = Record<string, string | undefined>;

/** A login at an outside provider that is to be linked, and the account if somebody is logged in to link it. */
interface LinkRequest extends KeptLogin {
  account: AccountRow | null;
  /** Whether its owner is to be proven: not if it has neither a password nor a second factor. */
  needsProof: boolean;
  factors: AskedFactors;
}

/** Asks for the password of the account to which an outside identity is to be linked. */
export const showLinkAccount: Screen = async (visit) => {
  const request = await requestOf(visit);
  if (request) answer(visit, linkPage(visit, request));
};

/** Links the identity to the account of the profile. Without one it signs in, and links with the last step of that. */
export const linkAccount: Screen = async (visit) => {
  const request = await requestOf(visit);
  if (!request) return;
  const account = await (request.account ? proveOwn(visit, request, request.account) : proveAccount(visit, request));
  if (!account) return;
  const { context } = visit;
  const { person, linkTo } = request;
  if (linkTo === null) {
    forgetLogin(visit);
    return finishOutsideSignIn(visit, { ...account, toLink: person }, person);
  }
  if (!(await linkPerson(visit, account, person))) return redirect(context, outsidePath(visit, 'continue'));
  forgetLogin(visit);
  redirect(context, waysAddress(visit, { done: 'linked' }));
};

/** Answers and returns null if the login is too old or went on in another window, or somebody else is logged in than began to link. */
async function requestOf(visit: PageRequest): Promise<LinkRequest | null> {
  const kept = keptLogin(visit);
  if (!kept || isOfOther(visit, kept)) {
    const next = kept || visit.uid === '' ? null : await addressIfLoggedIn(visit);
    if (next === null) fail(visit, { reason: kept ? 'other-browser' : 'expired' });
    else redirect(visit.context, next);
    return null;
  }
  if (kept.linkTo === null) {
    await requireInteraction(visit);
    return { ...kept, account: null, needsProof: false, factors: null };
  }
  const account = await requireSession(visit, 'outside/link');
  if (account && account.id !== kept.linkTo) fail(visit, { reason: 'other-browser', isLink: true });
  if (account?.id !== kept.linkTo) return null;
  const needsProof = account.passwordHash !== '' || (await hasSecondFactor(visit.services.db, account.id));
  return { ...kept, account, needsProof, factors: await askedFactors(visit, account) };
}

/** The account of the profile, if its owner is proven. */
async function proveOwn(visit: PageRequest, request: LinkRequest, account: AccountRow): Promise<AccountRow | null> {
  const page = (errors: Errors) => linkPage(visit, request, errors);
  const { needsProof, factors } = request;
  return !needsProof || (await isProven(visit, { account, factors, page })) ? account : null;
}

/** The account whose address and password were entered. Answers if there is none. */
async function proveAccount(visit: PageRequest, request: LinkRequest): Promise<AccountRow | null> {
  const { services, context, form, frame } = visit;
  const { problems } = frame.texts;
  const refuse = (errors: Errors) => {
    answer(visit, linkPage(visit, request, errors));
    return null;
  };
  const email = (form.get('email') ?? '').replaceAll('\0', '').trim();
  const password = form.get('password') ?? '';
  const missing: Errors = {
    ...(email === '' && { email: problems.emailMissing }),
    ...(password === '' && { password: problems.passwordMissing }),
  };
  if (missing.email || missing.password) return refuse(missing);
  // They are neither looked up nor counted.
  if (email.length > maxTypedEmailCharacters) return refuse({ email: problems.signInFailed });
  const account = await findAccountByEmail(services.db, email);
  const outcome = await tryPassword(services, context, { email, account, password });
  if (outcome.retryAfterSeconds !== undefined) {
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) => linkPage(visit, request, { email: text }));
    return null;
  }
  return outcome.isRight && account ? account : refuse({ email: problems.signInFailed });
}

function linkPage(visit: PageRequest, { person, account, needsProof, factors }: LinkRequest, errors: Errors = {}) {
  const { frame, form, services } = visit;
  const { outside, fields } = frame.texts;
  const provider = labelOf(services.outside, person.provider, frame.language);
  const shownAs = person.orcid ?? (person.email || person.name);
  const password: Field = {
    name: 'password',
    label: fields.password,
    autocomplete: 'current-password',
    error: errors.password,
  };
  const email: Field = {
    name: 'email',
    label: fields.email,
    autocomplete: 'username',
    value: form.get('email') ?? (person.isEmailVerified ? person.email : ''),
    error: errors.email,
  };
  const needed = account ? (needsProof ? proofFields(visit, factors, errors) : []) : [email, password];
  const login = shownAs === '' ? provider : `${provider} (${shownAs})`;
  const question = fillText(outside.linkQuestion, { login, email: account?.email ?? '' });
  return formPage(frame, {
    title: fillText(outside.linkTitle, { provider }),
    intro: account ? question : fillText(outside.linkIntro, { provider }),
    form: {
      action: outsidePath(visit, 'link'),
      submit: account ? outside.linkSubmit : outside.linkAndLogIn,
      formToken: visit.formToken,
      hidden: loginField(person),
      fields: needed,
    },
    links: account
      ? [link(waysAddress(visit), outside.backToWays)]
      : [
          link(outsidePath(visit, 'new-account'), outside.mailInstead),
          link(signInPaths(visit).signIn, outside.otherWay),
        ],
  });
}
