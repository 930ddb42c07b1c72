import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';

/** Headers of the API's answer that the browser needs. */
const passedOn = ['Content-Type', 'Content-Disposition', 'Content-Length'];

/** A file of the repository as it comes, never held in memory; a refusal as its sentence. */
export async function passFile(context: LoadContext, fetch: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await fetch();
    const headers = new Headers({ 'Cache-Control': 'private, no-store' });
    for (const name of passedOn) {
      const value = answer.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { headers });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const sentence = error.sentence || translate(context.language)(`errors:${error.code}`);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(sentence, { status: error.status, headers });
  }
}
