import { parseValueName } from '../../app/forms/metadata/form-state';
import { formSnapshotField } from '../../app/drafts/form-snapshot';
import type { Language } from '../../domain/language';
import { sentByForm, type Sent } from './form-in-page';
import { actors, createTestApi } from './test-api';
import { createTestWeb } from './test-web';

/** The metadata form as a contributor sees it, on a separate repository for one test file. */
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
    /** Requests of the web app to the repository. */
    asked,
    /** Server errors of all requests. */
    serverErrors: () => [...api.serverErrors, ...web.serverErrors],
    /** Entries of the form when a browser opens the page. */
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

/** The body as a browser sends it, with CR LF line breaks. */
export const bodyOf = (sent: readonly Sent[]) =>
  new URLSearchParams(sent.map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));

export const openedOf = (shown: readonly Sent[]) => shown.filter(([name]) => name === formSnapshotField);

/** All non-empty values of a form, by field in form order; positions of empty ones may be closed up. */
export function texts(sent: readonly Sent[]): string[] {
  return sent
    .filter(([name, text]) => (parseValueName(name) ?? name === 'templateName') && text.trim() !== '')
    .map(([name, text]) => `${name.replace(/(-\d+)+$/, '')} ${text.replaceAll('\r\n', '\n')}`)
    .sort();
}
