import { fillText } from '@domain/text';

import { requireSession } from '../account-pages/own-account';
import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { refusalNote, link, postButton, successNote } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { returnQuery } from '../signing-in/sign-in-paths';
import type { AccountRow } from '../store/accounts';
import { listIdentities, unlinkIdentity } from '../store/outside-identities';
import { waysAddress } from '../signing-in/outside-paths';
import { sendAway } from './start-login';

type Identity = Awaited<ReturnType<typeof listIdentities>>[number];

const messages = ['linked', 'unlinked', 'last', 'not-found'] as const;
type Message = (typeof messages)[number];

/** The page on which owners see how they log in, and link and unlink outside providers. */
export const showWaysToLogIn: Screen = async (visit) => {
  const account = await requireSession(visit, 'ways-to-log-in');
  if (!account) return;
  const message = messages.find((each) => each === visit.context.query.done) ?? null;
  const identities = await listIdentities(visit.services.db, account.id);
  answer(visit, waysPage(visit, { account, identities, message }));
};

export const unlinkProvider: Screen = async (visit) => {
  const account = await requireSession(visit, 'ways-to-log-in');
  if (!account) return;
  const { services, form, frame } = visit;
  const { language } = frame;
  const identities = await listIdentities(services.db, account.id);
  const id = form.get('identity') ?? '';
  const chosen = identities.find((each) => each.id === id);
  const outcome = await unlinkIdentity(services.db, {
    account,
    id,
    usable: services.outside.providers.map(({ issuer }) => issuer),
    label: chosen ? labelOfIssuer(visit, chosen.issuer) : '',
    language,
    now: services.now(),
  });
  if (outcome !== 'done') {
    const status = outcome === 'last' ? 409 : 404;
    return answer(visit, waysPage(visit, { account, identities, message: outcome }), status);
  }
  services.sendMails();
  redirect(visit.context, waysAddress(visit, { done: 'unlinked' }));
};

/** Sends an owner to a provider, to link it. Whether it is linked is asked when they are back. */
export const startLink: Screen = async (visit) => {
  const account = await requireSession(visit, 'ways-to-log-in');
  if (account) await sendAway(visit, account.id);
};

function waysPage(
  visit: PageRequest,
  { account, identities, message }: { account: AccountRow; identities: Identity[]; message: Message | null },
): Page {
  const { frame, services } = visit;
  const { ways } = frame.texts.outside;
  const reset = link(`${services.mountPath}/forgotten-password`, ways.choosePassword);
  const body = html`${message && notice(visit, message)}
    <h1>${ways.title}</h1>
    <h2>${ways.password}</h2>
    <p>
      ${account.passwordHash === '' ? html`${ways.noPassword} ${reset}` : fillText(ways.hasPassword, { email: account.email })}
    </p>
    <h2>${ways.providers}</h2>
    ${
      identities.length === 0
        ? html`<p>${ways.none}</p>`
        : html`<ul>
            ${identities.map((identity) => html`<li>${identityEntry(visit, identity)}</li>`)}
          </ul>`
    }
    ${addLinks(visit)}
    <p>${link(`${services.mountPath}/profile${returnQuery(visit)}`, ways.back)}</p>`;
  return { title: ways.title, hasErrors: message === 'last' || message === 'not-found', body };
}

function notice(visit: PageRequest, message: Message): Html {
  const { ways } = visit.frame.texts.outside;
  const isDone = message === 'linked' || message === 'unlinked';
  return (isDone ? successNote : refusalNote)(visit.frame, ways[message]);
}

function identityEntry(visit: PageRequest, { id, issuer, shownAs, orcid, linkedAt, usedAt }: Identity): Html {
  const { frame } = visit;
  const { ways } = frame.texts.outside;
  const provider = labelOfIssuer(visit, issuer);
  const day = (moment: Date) => visit.services.formatDate(moment, frame.language);
  const isOffered = visit.services.outside.providers.some((each) => each.issuer === issuer);
  return html`<p>
      <strong>${provider}</strong
      >${shownAs !== '' && html`: ${shownAs}`}${orcid !== null && html` (${fillText(ways.authenticated, { provider })})`}<br />
      ${fillText(ways.since, { linked: day(linkedAt), used: day(usedAt) })}
      ${!isOffered && html`<br />${ways.notOffered}`}
    </p>
    ${postButton({
      action: waysAddress(visit),
      formToken: visit.formToken,
      hidden: { identity: id },
      submit: fillText(ways.unlink, { provider: shownAs === '' ? provider : `${provider} (${shownAs})` }),
    })}`;
}

function addLinks(visit: PageRequest): Html[] {
  const { frame, services } = visit;
  return services.outside.providers.map(({ id, label }) => {
    const text = fillText(frame.texts.outside.ways.add, { provider: label[frame.language] });
    const address = `${services.mountPath}/ways-to-log-in/link/${id}${returnQuery(visit)}`;
    return html`<p><a class="button button-quiet" href="${address}">${text}</a></p>`;
  });
}

/** Name of the provider with this issuer; its address if the settings no longer have it. */
function labelOfIssuer({ services, frame }: PageRequest, issuer: string): string {
  return services.outside.providers.find((each) => each.issuer === issuer)?.label[frame.language] ?? issuer;
}
