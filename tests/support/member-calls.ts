import type { MemberRight, MemberScope } from '@domain/life/co-authors';

import type { Actor } from '../../services/repository/context/context';
import type { Mail } from '../../services/repository/context/mailer';
import { ask, type ReadyUpload } from './ready-uploads';
import { actors, type TestApi } from './test-api';

/** Mails that were sent or enqueued for an address, in their order. No worker has to run; jobs of sent mails are gone. */
export async function mailsTo(api: Pick<TestApi, 'pool' | 'mails'>, email: string): Promise<Mail[]> {
  const { rows } = await api.pool.query<{ data: Mail }>(
    `select data from pgboss.job where name = 'send-mail' and data->>'to' = $1 order by created_on`,
    [email],
  );
  const queued = rows.map(({ data }) => data);
  const isQueued = ({ text }: Mail) => queued.some((mail) => mail.text === text);
  return [...api.mails.filter((mail) => mail.to === email && !isQueued(mail)), ...queued];
}

/** Invites somebody as the owner. */
export function invite(
  api: TestApi,
  { id }: Pick<ReadyUpload, 'id'>,
  { email, right = 'edit', scope = 'upload' }: { email: string; right?: MemberRight; scope?: MemberScope },
  owner: Actor = actors.contributor,
): Promise<Response> {
  return ask(api, owner, `/api/fileupload/${id}/members`, { method: 'POST', body: { email, right, scope } });
}

/** The secret of the latest link that was sent to an address. */
export async function linkTo(api: TestApi, email: string): Promise<string> {
  const links = (await mailsTo(api, email)).flatMap(({ text }) => /\/co-authors\/([\w-]{32})/.exec(text)?.[1] ?? []);
  const link = links.at(-1);
  if (!link) throw new Error(`no link was sent to ${email}`);
  return link;
}

export function accept(api: TestApi, actor: Actor | null, link: string): Promise<Response> {
  return ask(api, actor, `/api/members/${link}`, { method: 'POST' });
}

/** Makes somebody a co-author by invitation and acceptance. */
export async function share(
  api: TestApi,
  upload: Pick<ReadyUpload, 'id'>,
  actor: Actor,
  options: { right?: MemberRight; scope?: MemberScope } = {},
): Promise<void> {
  const invited = await invite(api, upload, { email: actor.email, ...options });
  if (invited.status !== 200) throw new Error(`${invited.status} ${await invited.text()}`);
  const answer = await accept(api, actor, await linkTo(api, actor.email));
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Offers an upload to somebody as its owner, who accepts. */
export async function handOnTo(
  api: TestApi,
  { id }: Pick<ReadyUpload, 'id'>,
  actor: Actor,
  owner: Actor = actors.contributor,
): Promise<void> {
  await ask(api, owner, `/api/fileupload/${id}/owner`, { method: 'POST', body: { email: actor.email } });
  const answer = await accept(api, actor, await linkTo(api, actor.email));
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
}
