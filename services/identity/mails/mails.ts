import { fillText } from '@domain/text';

import type { Account } from '../accounts/accounts';
import type { Mail, PageRequest } from '../http/exchange';

/** Like all mails of the provider, in the language of the page that caused it. */
export function welcomeMail(visit: PageRequest, account: Account): Mail {
  const { welcomeSubject, welcome } = visit.frame.texts.mails;
  const values = {
    name: account.name,
    email: account.email,
    link: `${visit.services.origin}/`,
    forgottenLink: forgottenLink(visit),
  };
  return { to: account.email, subject: welcomeSubject, text: fillText(welcome, values) };
}

export function resetMail(visit: PageRequest, account: Account, token: string): Mail {
  const { resetSubject, reset } = visit.frame.texts.mails;
  const link = `${providerAddress(visit)}/new-password?token=${token}`;
  return { to: account.email, subject: resetSubject, text: fillText(reset, { name: account.name, link }) };
}

/** Sent to the previous address, so that the owner learns about the change if somebody else has made it. */
export function emailChangedMail(visit: PageRequest, former: Account, email: string): Mail {
  const { changedSubject, emailChanged } = visit.frame.texts.mails;
  const values = { name: former.name, email, link: `${visit.services.origin}/info/support` };
  return { to: former.email, subject: changedSubject, text: fillText(emailChanged, values) };
}

export function passwordChangedMail(visit: PageRequest, account: Account): Mail {
  const { changedSubject, passwordChanged } = visit.frame.texts.mails;
  const values = { name: account.name, forgottenLink: forgottenLink(visit) };
  return { to: account.email, subject: changedSubject, text: fillText(passwordChanged, values) };
}

function forgottenLink(visit: PageRequest): string {
  return `${providerAddress(visit)}/forgotten-password`;
}

function providerAddress(visit: PageRequest): string {
  return visit.services.ownOrigin + visit.services.mountPath;
}
