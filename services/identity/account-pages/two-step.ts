import { fillText } from '@domain/text';

import { answer, type PageRequest, type Screen } from '../http/exchange';
import { link, noteRegion, successNote } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import { factorKind } from '../second-factor/factor-kind';
import { recoveryCodeCount } from '../second-factor/recovery-codes';
import { isFactorRequired } from '../second-factor/next-step';
import { offersPasskeys } from '../second-factor/passkeys';
import { returnQuery } from '../signing-in/sign-in-paths';
import { findSecondFactors, type PasskeyRow, type SecondFactors } from '../store/second-factors';
import { requireSession } from './own-account';
import { isRecovering } from './owner-proof';
import { removalAddress, savedChanges, twoStepAddress } from './two-step-address';

/** What an account has for two-step sign-in, with the ways to change it. */
export const showTwoStep: Screen = async (visit) => {
  const account = await requireSession(visit, 'two-step');
  if (!account) return;
  const { services, context, frame } = visit;
  const { twoStep } = frame.texts;
  const factors = await findSecondFactors(services.db, account.id);
  const saved = savedChanges.find((kind) => kind === context.query.saved);
  const isOn = factors.appSince !== null || factors.passkeys.length > 0;
  const state = isOn ? twoStep.on : twoStep.off;
  const isRequired = isFactorRequired(services.requiredFactorRoles, account);
  answer(visit, {
    title: twoStep.title,
    body: html`${saved && (saved === 'outdated' ? noteRegion : successNote)(frame, twoStep.saved[saved])}
      <h1>${twoStep.title}</h1>
      <p>${twoStep.intro}</p>
      <p>${state} ${isRequired && twoStep.required}</p>
      ${isOn && (await isRecovering(visit)) && html`<p class="notice">${twoStep.recovering}</p>`}
      ${appPart(visit, factors, isRequired)} ${passkeyPart(visit, factors)} ${isOn && codesPart(visit, factors)}
      <p>${link(`${services.mountPath}/profile${returnQuery(visit)}`, twoStep.back)}</p>`,
  });
};

function appPart(visit: PageRequest, { appSince, passkeys }: SecondFactors, isRequired: boolean): Html {
  const { twoStep } = visit.frame.texts;
  const setUp = link(twoStepAddress(visit, 'app'), appSince ? twoStep.replaceApp : twoStep.setUpApp);
  const isRemovable = appSince !== null && (!isRequired || passkeys.length > 0);
  return html`<h2>${twoStep.app}</h2>
    <p>
      ${appSince ? fillText(twoStep.appSince, { date: visit.services.formatDate(appSince, visit.frame.language) }) : twoStep.noApp}
    </p>
    <p>${setUp}</p>
    ${isRemovable && html`<p>${link(twoStepAddress(visit, 'remove-app'), twoStep.removeApp)}</p>`}`;
}

/** Passkeys; nothing where browsers do not offer them. */
function passkeyPart(visit: PageRequest, { passkeys }: SecondFactors): Html | null {
  const { services, frame } = visit;
  const { twoStep } = frame.texts;
  if (!offersPasskeys(services) && passkeys.length === 0) return null;
  return html`<h2>${twoStep.passkeys}</h2>
    <p>${twoStep.passkeysIntro}</p>
    ${
      passkeys.length > 0 &&
      html`<ul>
        ${passkeys.map((passkey) => passkeyItem(visit, passkey))}
      </ul>`
    }
    <p>${link(twoStepAddress(visit, 'add-passkey'), twoStep.addPasskey)}</p>`;
}

function passkeyItem(visit: PageRequest, { id, name, createdAt, lastUsedAt }: PasskeyRow): Html {
  const { services, frame } = visit;
  const { twoStep } = frame.texts;
  const day = (moment: Date) => services.formatDate(moment, frame.language);
  const used = lastUsedAt ? fillText(twoStep.passkeyUsed, { date: day(lastUsedAt) }) : twoStep.passkeyUnused;
  return html`<li>
    ${name}: ${fillText(twoStep.passkeyAdded, { date: day(createdAt) })} ${used}
    <a href="${removalAddress(visit, id)}">${fillText(twoStep.removePasskeyNamed, { name })}</a>
  </li>`;
}

function codesPart(visit: PageRequest, factors: SecondFactors): Html {
  const { twoStep } = visit.frame.texts;
  const left = { left: factors.codesLeft, all: recoveryCodeCount, factor: twoStep.factors[factorKind(factors)] };
  return html`<h2>${twoStep.codes}</h2>
    <p>${fillText(twoStep.codesLeft, left)}</p>
    <p>${link(twoStepAddress(visit, 'recovery-codes'), twoStep.replaceCodes)}</p>`;
}
