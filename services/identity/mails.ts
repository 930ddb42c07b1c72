import type { Account } from './accounts';
import type { Mail } from './http/exchange';
import type { Visit } from './screens/screen';
import { fillIn } from './texts';

/** Mails of the provider, in the language of the page they were caused on. */
export function welcomeMail(visit: Visit, account: Account): Mail {
  const { welcomeSubject, welcome } = visit.frame.texts.mails;
  const values = {
    name: account.name,
    email: account.email,
    link: `${visit.services.origin}/`,
    forgottenLink: forgottenLink(visit),
  };
  return { to: account.email, subject: welcomeSubject, text: fillIn(welcome, values) };
}

export function resetMail(visit: Visit, account: Account, token: string): Mail {
  const { resetSubject, reset } = visit.frame.texts.mails;
  const link = `${providerAddress(visit)}/new-password?token=${token}`;
  return { to: account.email, subject: resetSubject, text: fillIn(reset, { name: account.name, link }) };
}

/** Goes to the former address: whoever took over an account must not be the only one to hear of it. */
export function emailChangedMail(visit: Visit, former: Account, email: string): Mail {
  const { changedSubject, emailChanged } = visit.frame.texts.mails;
  const values = { name: former.name, email, link: `${visit.services.origin}/info/support` };
  return { to: former.email, subject: changedSubject, text: fillIn(emailChanged, values) };
}

export function passwordChangedMail(visit: Visit, account: Account): Mail {
  const { changedSubject, passwordChanged } = visit.frame.texts.mails;
  const values = { name: account.name, forgottenLink: forgottenLink(visit) };
  return { to: account.email, subject: changedSubject, text: fillIn(passwordChanged, values) };
}

function forgottenLink(visit: Visit): string {
  return `${providerAddress(visit)}/forgotten-password`;
}

function providerAddress(visit: Visit): string {
  return visit.services.ownOrigin + visit.services.mountPath;
}
