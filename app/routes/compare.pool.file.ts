import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import { readPoolAddress } from '@domain/pool/pool-address';
import { writePoolChoice } from '@domain/pool/pool-choice';
import { paths } from '~/paths';
import { fetchPool } from '~/repository-client/pool';
import { RepositoryError } from '~/repository-client/transport';
import { pickHeaders, proxyFile, rangeHeaders } from '~/screens/proxy-file.server';

/** Refusals that another choice avoids: the form is shown again with them. */
const changeable = [403, 404, 410, 422];

/**
 * The package with one table of several data sets, streamed with the session's token. A browser may continue one that broke
 * off. Without a data set or if it is refused, it leads back to the form; so does an address that cannot be read, and the
 * form says what is wrong with it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { choice, unread, ...said } = readPoolAddress(query);
  if (unread.length > 0) return redirect(paths.pool(String(query)), 303);
  const format = said.format ?? 'csv';
  const backWith = (key: string, values?: Record<string, string | number>) => {
    context.flash.set({ kind: 'note', key, values });
    const shown = new URLSearchParams([...writePoolChoice(choice), ['format', format]]);
    return redirect(paths.pool(String(shown)), 303);
  };
  if (choice.dataSets.length === 0) return backWith('pool:form.none');
  const language = said.language ?? context.language;
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
