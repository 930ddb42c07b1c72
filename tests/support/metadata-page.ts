import { parsePlace } from '../../app/forms/metadata/form-state';
import { formSnapshotField } from '../../app/drafts/form-snapshot';
import type { Language } from '../../domain/language';
import { sentByForm, type Sent } from './form-in-page';
import { actors, createTestApi } from './test-api';
import { createTestWeb } from './test-web';

/** The page of the metadata form of a repository of one test file's own, as its contributor sees it. */
export async function openMetadataPage() {
  const api = await createTestApi();
  const asked: string[] = [];
  const web = await createTestWeb(api, async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return api.api.fetch(request);
  });
  const cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
  const addressOf = (id: string) => `/file-upload/meta/${id}`;
  return {
    api,
    /** What the web app has asked the repository. */
    asked,
    /** Errors of the server that requests have met. */
    serverErrors: () => [...api.serverErrors, ...web.serverErrors],
    /** Entries that a browser finds in the form when it opens the page. */
    async open(id: string, language: Language): Promise<Sent[]> {
      const answer = await web.ask(addressOf(id), { cookie: cookies[language] });
      return sentByForm(await answer.text(), 'metadata-form');
    },
    post(id: string, sent: readonly Sent[], language: Language): Promise<Response> {
      return web.ask(addressOf(id), { method: 'POST', cookie: cookies[language], body: bodyOf(sent) });
    },
    async close() {
      web.close();
      await api.close();
    },
  };
}
export type MetadataPage = Awaited<ReturnType<typeof openMetadataPage>>;

/** The body a browser sends: line breaks are CR LF. */
export const bodyOf = (sent: readonly Sent[]) =>
  new URLSearchParams(sent.map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));

export const openedOf = (shown: readonly Sent[]) => shown.filter(([name]) => name === formSnapshotField);

/** Everything in a form that is not blank, by field in its order; positions may close up. */
export function texts(sent: readonly Sent[]): string[] {
  return sent
    .filter(([name, text]) => (parsePlace(name) ?? name === 'templateName') && text.trim() !== '')
    .map(([name, text]) => `${name.replace(/(-\d+)+$/, '')} ${text.replaceAll('\r\n', '\n')}`)
    .sort();
}
