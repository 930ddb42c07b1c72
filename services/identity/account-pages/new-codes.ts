import { z } from 'zod';

import { seal, unseal } from '@domain/secrets';
import { fillText, parseJson } from '@domain/text';

import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { postButton } from '../pages/form-page';
import { html } from '../pages/html';
import type { Page } from '../pages/layout';
import { factorKind } from '../second-factor/factor-kind';
import { requireInteraction } from '../signing-in/interaction';
import { returnAddress, returnQuery } from '../signing-in/sign-in-paths';
import { findSecondFactors } from '../store/second-factors';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

const cookieName = 'new-codes';
/** Time in which the page can be reloaded. Settled here. */
const validMs = 60 * 60 * 1000;

const KeptSchema = z.object({ accountId: z.string(), codes: z.array(z.string()), at: z.number() });
type KeptCodes = z.output<typeof KeptSchema>;

/**
 * Keeps new codes, of which only hashes are stored, for the page that shows them: sealed, in a cookie for that page alone.
 * Returns the address of the page. `next`: address that goes on from there.
 */
export function keepCodes(
  visit: PageRequest,
  { accountId, codes, next }: Omit<KeptCodes, 'at'> & { next: string },
): string {
  const { services } = visit;
  const kept: KeptCodes = { accountId, codes, at: services.now().getTime() };
  setCookie(visit, seal(JSON.stringify(kept), services.stepKeys, cookieName));
  return `${pathOf(visit)}?returnUrl=${encodeURIComponent(new URL(next, services.ownOrigin).href)}`;
}

/** The page with new codes, until they are kept. A login that made them goes on from there. */
export const showNewCodes: Screen = async (visit) => {
  const holder = await holderOf(visit);
  if (holder === null) return;
  const kept = keptCodes(visit);
  if (!kept || (holder.id !== undefined && holder.id !== kept.accountId)) return redirect(visit.context, nextOf(visit));
  const factor = factorKind(await findSecondFactors(visit.services.db, kept.accountId));
  answer(visit, codesPage(visit, kept.codes, visit.frame.texts.twoStep.factors[factor]));
};

/** The codes were kept: this browser forgets them and goes on. */
export const forgetNewCodes: Screen = async (visit) => {
  setCookie(visit, null);
  redirect(visit.context, nextOf(visit));
};

/**
 * Who sees the page: within a login, which has no session yet, whoever began it; otherwise the account of the session.
 * Null if it was answered.
 */
async function holderOf(visit: PageRequest): Promise<{ id?: string } | null> {
  if (visit.uid === '') return requireSession(visit, 'two-step/new-codes');
  await requireInteraction(visit);
  return {};
}

function nextOf(visit: PageRequest): string {
  return returnAddress(visit) ?? twoStepAddress(visit);
}

function keptCodes({ services, context }: PageRequest): KeptCodes | null {
  const opened = unseal(context.cookies.get(cookieName, { signed: false }) ?? '', services.stepKeys, cookieName);
  const kept = KeptSchema.safeParse(parseJson(opened?.toString() ?? null)).data;
  return kept && services.now().getTime() - kept.at <= validMs ? kept : null;
}

function pathOf({ services, uid }: PageRequest): string {
  return `${services.mountPath}${uid === '' ? '' : `/interaction/${uid}`}/two-step/new-codes`;
}

function setCookie(visit: PageRequest, value: string | null): void {
  const path = pathOf(visit);
  visit.context.cookies.set(cookieName, value, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
    overwrite: true,
  });
}

function codesPage(visit: PageRequest, codes: readonly string[], factor: string): Page {
  const { twoStep, siteName } = visit.frame.texts;
  const file = [`${siteName}: ${twoStep.codes}`, '', ...codes, ''].join('\r\n');
  const action = `${pathOf(visit)}${returnQuery(visit)}`;
  return {
    title: twoStep.codes,
    body: html`<h1>${twoStep.codes}</h1>
      <p>${fillText(twoStep.codesIntro, { factor })}</p>
      <ul class="recovery-codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p>
        <a href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}" download="${twoStep.codesFile}"
          >${twoStep.saveCodes}</a
        >
      </p>
      ${postButton({ action, submit: twoStep.codesKept, formToken: visit.formToken })}`,
  };
}
