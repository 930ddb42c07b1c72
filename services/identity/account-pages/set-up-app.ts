import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { type Field, formPage, link, postButton } from '../pages/form-page';
import { html, Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { type AppSecret, makeAppSecret, openAppSecret, stepOfCode } from '../second-factor/authenticator-app';
import { makeRecoveryCodes, recoveryCodeHash } from '../second-factor/recovery-codes';
import { requireStep } from '../signing-in/code';
import { offersPasskeys } from '../second-factor/passkeys';
import { completeSignIn, signIn, signInBefore } from '../signing-in/interaction';
import { signInPaths } from '../signing-in/sign-in-paths';
import { type EnteredAccount, forgetFirstStep } from '../signing-in/first-step';
import type { AccountRow } from '../store/accounts';
import { confirmApp, findAppSecret, hasSecondFactor } from '../store/second-factors';
import {
  type AskedFactors,
  askedFactors,
  type FieldErrors,
  isRecovering,
  missingProof,
  proofFields,
  proveOwner,
} from './owner-proof';
import { raiseSession } from './raise-session';
import { keepCodes } from './new-codes';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

/** Set-up of an authenticator app. */
interface SetUp {
  account: EnteredAccount;
  /** Within a sign-in, because a role requires it: the password has just been entered. */
  isSigningIn: boolean;
  hasFactor: boolean;
  /** Whether there is an app, which this one replaces. */
  hasApp: boolean;
  /** Of which a code is asked for. */
  factors: AskedFactors;
  secret: AppSecret;
  /** Whether the secret was made for this request, because the browser kept none. */
  isNew: boolean;
}

export const showSetUpApp: Screen = (visit) => withSetUp(visit, (setUp) => answer(visit, setUpPage(visit, setUp)));

/** Puts the new app in force if its first code is right, and leads to recovery codes if there are none yet. */
export const setUpApp: Screen = (visit) =>
  withSetUp(visit, (setUp) => {
    const instead = setUp.isSigningIn && insteads.find((each) => each === visit.form.get('instead'));
    if (instead) return goOnInstead(visit, setUp.account, instead);
    // The key of the page was put in force in another window. That of a new one would be refused, and replace it.
    if (setUp.isNew && !setUp.isSigningIn) return redirect(visit.context, twoStepAddress(visit, '', 'outdated'));
    return confirmSetUp(visit, setUp);
  });

/** What whoever is asked for the set-up by a role can do instead: add a passkey, or go on without the role. */
const insteads = ['passkey', 'nothing'] as const;

async function goOnInstead(visit: PageRequest, account: EnteredAccount, instead: (typeof insteads)[number]) {
  forgetFirstStep(visit);
  if (instead === 'nothing') return completeSignIn(visit, { ...account, waivesFactor: true });
  // Passkeys are made by whoever is logged in. What this login was for follows afterwards.
  await signInBefore(visit, account, { factor: null, page: 'add-passkey' });
}

async function withSetUp(visit: PageRequest, go: (setUp: SetUp) => void | Promise<void>): Promise<void> {
  const isSigningIn = !visit.context.path.startsWith('/two-step/');
  const account = isSigningIn ? await requireStep(visit, 'setUp') : await requireSession(visit, 'two-step/app');
  if (!account) return;
  const { db } = visit.services;
  const hasFactor = await hasSecondFactor(db, account.id);
  const hasApp = hasFactor && (await findAppSecret(db, account.id)) !== null;
  const factors = (await isRecovering(visit)) ? null : await askedFactors(visit, account);
  await go({ account, isSigningIn, hasFactor, hasApp, factors, ...secretOf(visit, account) });
}

const cookieName = 'new-app';

/** The secret of this set-up. It is kept in a cookie of this browser, so that it is the same when the page is shown again. */
function secretOf(visit: PageRequest, account: AccountRow): Pick<SetUp, 'secret' | 'isNew'> {
  const { services, context, frame } = visit;
  const named = { accountId: account.id, site: frame.texts.siteName, email: account.email };
  const kept = openAppSecret(services.factorKeys, {
    ...named,
    sealed: context.cookies.get(cookieName, unsigned) ?? '',
  });
  if (kept) return { secret: kept, isNew: false };
  const made = makeAppSecret(services.factorKeys, named);
  setSecretCookie(visit, made.sealed);
  return { secret: made, isNew: true };
}

const unsigned = { signed: false } as const;

function setSecretCookie({ context, services }: PageRequest, sealed: string | null): void {
  const path = services.mountPath + context.path;
  context.cookies.set(cookieName, sealed, { ...unsigned, path, httpOnly: true, sameSite: 'lax', overwrite: true });
}

async function confirmSetUp(visit: PageRequest, setUp: SetUp): Promise<void> {
  const { services, form, frame } = visit;
  const { account, factors, isSigningIn, secret } = setUp;
  const { codeMissing, newCodeWrong } = frame.texts.problems;
  const code = form.get('code') ?? '';
  const page = (errors: FieldErrors) => setUpPage(visit, setUp, errors);
  // First, because a code of the present app is used up by the check.
  const { sealed } = secret;
  const step = stepOfCode(services.factorKeys, { accountId: account.id, sealed, code, now: services.now() });
  const wrongCode = code.trim() === '' ? codeMissing : newCodeWrong;
  const missing = {
    ...(isSigningIn ? {} : missingProof(visit, account, factors)),
    ...(step === null && { code: wrongCode }),
  };
  if (step === null || Object.keys(missing).length > 0) return answer(visit, page(missing));
  if (!isSigningIn && !(await proveOwner(visit, { account, factors, page }))) return;

  const codes = makeRecoveryCodes();
  const codeHashes = codes.map((each) => recoveryCodeHash(account.id, each));
  const change = { account, language: frame.language, now: services.now() };
  const { hasNewCodes } = await confirmApp(services.db, change, { secret: sealed, step, codeHashes });
  services.sendMails();
  setSecretCookie(visit, null);
  const next = await addressAfter(visit, setUp);
  redirect(visit.context, hasNewCodes ? keepCodes(visit, { accountId: account.id, codes, next }) : next);
}

/** Gives the session the second factor. Returns the address that goes on, and with which the web app learns of it. */
async function addressAfter(visit: PageRequest, { account, isSigningIn }: SetUp): Promise<string> {
  if (isSigningIn) {
    forgetFirstStep(visit);
    return signIn(visit, account, 'otp');
  }
  return raiseSession(visit, account, { factor: 'otp', saved: 'app' });
}

function setUpPage(visit: PageRequest, setUp: SetUp, errors: FieldErrors = {}): Page {
  const { twoStep, fields } = visit.frame.texts;
  const { hasFactor, hasApp, factors, isSigningIn, secret } = setUp;
  const code: Field = {
    name: 'code',
    label: fields.newCode,
    autocomplete: 'one-time-code',
    hint: twoStep.newCodeHint,
    error: errors.code,
  };
  const proof = isSigningIn ? [] : proofFields(visit, factors, errors, { appHint: twoStep.currentCodeHint });
  return formPage(visit.frame, {
    title: isSigningIn ? twoStep.requiredTitle : hasApp ? twoStep.replaceApp : twoStep.setUpApp,
    intro: isSigningIn ? twoStep.requiredIntro : hasApp ? twoStep.replaceIntro : twoStep.setUpIntro,
    before: secretPart(visit, secret),
    form: {
      action: isSigningIn ? signInPaths(visit).setUp : twoStepAddress(visit, 'app'),
      submit: hasApp ? twoStep.replaceSubmit : hasFactor ? twoStep.setUpApp : twoStep.setUpSubmit,
      formToken: visit.formToken,
      fields: [code, ...proof],
    },
    after: isSigningIn ? insteadPart(visit) : html``,
    links: isSigningIn
      ? [link(signInPaths(visit).signIn, twoStep.otherAccount)]
      : [link(twoStepAddress(visit), twoStep.cancel)],
  });
}

/** Buttons for what can be done instead of setting up an app that a role requires. */
function insteadPart(visit: PageRequest): Html {
  const { twoStep } = visit.frame.texts;
  const button = (instead: (typeof insteads)[number]) =>
    postButton({
      action: signInPaths(visit).setUp,
      submit: twoStep.instead[instead],
      formToken: visit.formToken,
      hidden: { instead },
    });
  return html`${offersPasskeys(visit.services) && button('passkey')} ${button('nothing')}`;
}

function secretPart({ frame }: PageRequest, { groups, address, picture }: AppSecret): Html {
  const { twoStep } = frame.texts;
  return html`<ol>
    <li>${twoStep.stepInstall}</li>
    <li>
      ${twoStep.stepScan}
      <div class="qr-code" role="img" aria-label="${twoStep.qrCode}">${new Html(picture)}</div>
      <p>${link(address, twoStep.openApp)}</p>
      <p>${twoStep.typeKey} <code class="typed-key">${groups}</code></p>
    </li>
    <li>${twoStep.stepCode}</li>
  </ol>`;
}
