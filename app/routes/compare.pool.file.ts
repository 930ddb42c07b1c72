import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import { parseLanguage } from '@domain/language';
import { poolFormats, readPoolChoice, unreadPart, writePoolChoice } from '@domain/pool/pool-choice';
import { paths } from '~/paths';
import { fetchPool } from '~/repository-client/pool';
import { RepositoryError } from '~/repository-client/transport';
import { pickHeaders, proxyFile, rangeHeaders } from '~/screens/proxy-file.server';

/** Refusals that another choice avoids: the form is shown again with them. */
const changeable = [403, 404, 410, 422];

/** Characters of a value that are shown again. */
const mostShown = 80;

/**
 * The package with one table of several data sets, streamed with the session's token. A browser may continue one that broke
 * off. Without a data set, with a value that cannot be read, or if it is refused, it leads back to the form.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const choice = readPoolChoice(query);
  const format = poolFormats.find((one) => one === query.get('format')) ?? 'csv';
  const backWith = (key: string, values?: Record<string, string | number>) => {
    context.flash.set({ kind: 'note', key, values });
    const shown = new URLSearchParams([...writePoolChoice(choice), ['format', format]]);
    return redirect(paths.pool(String(shown)), 303);
  };
  const unread = unreadPart(query);
  if (unread !== null) return backWith('pool:form.unread', { part: unread.slice(0, mostShown) });
  if (choice.dataSets.length === 0) return backWith('pool:form.none');
  const language = parseLanguage(query.get('lang')) ?? context.language;
  const headers = pickHeaders(request.headers, rangeHeaders);
  const asked = { headers, signal: request.signal };
  try {
    const file = await fetchPool(context, { choice, format, language }, asked);
    return await proxyFile(request, context, () => Promise.resolve(file));
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (changeable.includes(error.status)) {
      return backWith(`errors:${error.code}`, error.problem.parameters as Record<string, string | number> | undefined);
    }
    return proxyFile(request, context, () => Promise.reject(error));
  }
}
