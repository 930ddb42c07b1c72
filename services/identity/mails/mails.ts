import type { Language } from '@domain/language';
import { languagesOf, mailLine } from '@domain/mail-languages';
import { fillText } from '@domain/text';

import type { IdentityServices, Mail } from '../http/exchange';
import { labelOf } from '../outside/outside-services';
import { isFactorRequired } from '../second-factor/next-step';
import { recoveryCodeCount } from '../second-factor/recovery-codes';
import { findAccountByEmail } from '../store/accounts';
import { openConfirmation } from '../store/address-confirmations';
import { createResetToken, withdrawResetToken } from '../store/password-resets';
import { texts } from '../texts';
import type { MailOrder, Recipient } from '../store/mail-order';
import type { PreparedMail } from './mail-queue';

type MailServices = Pick<
  IdentityServices,
  'db' | 'outside' | 'limitKey' | 'origin' | 'ownOrigin' | 'mountPath' | 'now' | 'requiredFactorRoles'
>;

/**
 * Makes an ordered mail, in the language of the page that caused it, or in both if that of its reader is unknown. Its
 * links are made now, so that they are valid for their whole time however long the mail has waited. Returns null if
 * nobody is to get it.
 */
export async function prepareMail(
  services: MailServices,
  { id, order }: { id: string; order: MailOrder },
): Promise<PreparedMail | null> {
  const parts: PreparedMail[] = [];
  for (const language of languagesOf(order.language)) {
    const part = await prepareIn(services, id, { ...order, language });
    if (!part) return null;
    parts.push(part);
  }
  const [first] = parts;
  if (!first || parts.length === 1) return first ?? null;
  const mails = parts.map(({ mail }) => mail);
  const subject = mails.map((mail) => mail.subject).join(' / ');
  return { ...first, mail: { ...first.mail, subject, text: mails.map(({ text }) => text).join(mailLine) } };
}

/** An order with the language in which its mail is written now. */
type OrderIn = MailOrder & { language: Language };

async function prepareIn(services: MailServices, id: string, order: OrderIn): Promise<PreparedMail | null> {
  const { changedSubject, emailChanged, passwordChanged, providerLinked, providerUnlinked } =
    texts[order.language].mails;
  switch (order.kind) {
    case 'reset':
      return resetMail(services, id, order);
    case 'confirmation':
      return confirmationMail(services, order);
    case 'email-changed': {
      // To the former address, so that the owner learns about the change if somebody else has made it.
      const values = { email: order.email, link: `${services.origin}/info/support` };
      return { mail: write(order.former, changedSubject, emailChanged, values) };
    }
    case 'provider-linked':
    case 'provider-unlinked': {
      const text = order.kind === 'provider-linked' ? providerLinked : providerUnlinked;
      const link = address(services, 'ways-to-log-in');
      return { mail: write(order.account, changedSubject, text, { provider: order.label, link }) };
    }
    case 'two-step': {
      const { twoStep } = texts[order.language].mails;
      const owner = order.change === 'all-removed' ? await findAccountByEmail(services.db, order.account.email) : null;
      const isRequired = owner && isFactorRequired(services.requiredFactorRoles, owner);
      const text = twoStep[isRequired ? 'all-removed-required' : order.change];
      const links = {
        ...{ link: address(services, 'two-step'), forgottenLink: address(services, 'forgotten-password') },
        supportLink: `${services.origin}/info/support`,
      };
      const values = { ...links, left: String(order.codesLeft ?? ''), all: String(recoveryCodeCount) };
      const subject = order.change === 'code-used' ? twoStep.codeUsedSubject : twoStep.subject;
      return { mail: write(order.account, subject, `${text}\n\n${twoStep.footer}`, values) };
    }
    case 'email-corrected': {
      // To both addresses: the former one may still be that of the owner, the new one is used from now on.
      const { formerEmail, email } = order;
      const values = { former: formerEmail, email, link: `${services.origin}/info/support` };
      return { mail: write(order.account, changedSubject, texts[order.language].mails.emailCorrected, values) };
    }
    case 'accounts-merged': {
      const { formerEmail, email } = order;
      const ways = waysAfterMerge(services, order);
      const values = { former: formerEmail, email, ways, link: `${services.origin}/info/support` };
      return { mail: write(order.account, changedSubject, texts[order.language].mails.accountsMerged, values) };
    }
    case 'roles-changed': {
      const none = texts[order.language].mails.noRoles;
      const values = { roles: order.roles.join(', ') || none, link: `${services.origin}/info/support` };
      return { mail: write(order.account, changedSubject, texts[order.language].mails.rolesChanged, values) };
    }
    case 'account-locked':
    case 'account-unlocked': {
      const { accountLocked, accountUnlocked } = texts[order.language].mails;
      const text = order.kind === 'account-locked' ? accountLocked : accountUnlocked;
      return { mail: write(order.account, changedSubject, text, { link: `${services.origin}/info/support` }) };
    }
    case 'password-changed': {
      const values = { forgottenLink: address(services, 'forgotten-password') };
      return { mail: write(order.account, changedSubject, passwordChanged, values) };
    }
  }
}

/** How to log in to the account that stays after a merge, where only providers of the settings count. */
function waysAfterMerge(services: MailServices, order: OrderIn & { kind: 'accounts-merged' }): string {
  const { email, hasPassword, issuers, language } = order;
  const offered = services.outside.providers.filter(({ issuer }) => issuers.includes(issuer));
  const names = offered.map(({ label }) => label[language]);
  const providers = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  const { waysMerged } = texts[language].mails;
  const way = hasPassword ? (names.length > 0 ? 'both' : 'password') : names.length > 0 ? 'providers' : 'none';
  return fillText(waysMerged[way], { email, providers, forgottenLink: address(services, 'forgotten-password') });
}

async function resetMail(
  services: MailServices,
  id: string,
  { email, isOrdered = false, language }: OrderIn & { kind: 'reset' },
): Promise<PreparedMail | null> {
  const { db, limitKey: key, now } = services;
  const account = await findAccountByEmail(db, email);
  const order = { id, key, isOrdered, now: now() };
  const token = account && !account.lockedAt && (await createResetToken(db, { ...order, account }));
  if (!account || !token) return null;
  const { resetSubject, reset } = texts[language].mails;
  const link = mailedLink(services, 'new-password', { token, language });
  const undo = () => withdrawResetToken(db, token);
  return { mail: write(account, resetSubject, reset, { link }), of: account.id, undo };
}

/**
 * With a new address, the mail contains the link and nothing that was typed, because whoever typed it may want to have
 * us send it to others. With the address of an account, its owner is told, and nobody else learns that there is one.
 */
async function confirmationMail(
  services: MailServices,
  { confirmation, language }: OrderIn & { kind: 'confirmation' },
): Promise<PreparedMail | null> {
  const { db, limitKey, now } = services;
  const opened = await openConfirmation(db, { id: confirmation, key: limitKey, now: now() });
  if (!opened) return null;
  const { confirmSubject, confirm, knownSubject, known, linkSubject, link: linkText } = texts[language].mails;
  const owner = await findAccountByEmail(db, opened.email);
  const link = mailedLink(services, 'confirm-address', { token: opened.token, language });
  if (owner && opened.outside) {
    const provider = labelOf(services.outside, opened.outside.provider, language);
    return { mail: write(owner, linkSubject, linkText, { provider, link }) };
  }
  if (owner) {
    const forgottenLink = address(services, 'forgotten-password');
    return { mail: write(owner, knownSubject, known, { link: `${services.origin}/`, forgottenLink }) };
  }
  return { mail: { to: opened.email, subject: confirmSubject, text: fillText(confirm, { link }) } };
}

function write({ email, name }: Recipient, subject: string, text: string, values: Record<string, string>): Mail {
  return { to: email, subject, text: fillText(text, { name, ...values }) };
}

/** Names the language of the mail, for a browser in which nobody has chosen one. */
function mailedLink(services: MailServices, page: string, values: { token: string; language: Language }): string {
  return `${address(services, page)}?${new URLSearchParams(values).toString()}`;
}

function address({ ownOrigin, mountPath }: MailServices, page: string): string {
  return `${ownOrigin}${mountPath}/${page}`;
}
