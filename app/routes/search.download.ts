import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { maxDownloadItems } from '@domain/limits';
import { redirectToLoginAndConfirm } from '~/auth/guards';
import { resultsAddress } from '~/components/search/results-address';
import { entryValues } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { paths } from '~/paths';
import { startDownload } from '~/repository-client/downloads';
import { RepositoryError } from '~/repository-client/transport';

/** Reached by its address alone there is nothing to download. */
export function loader() {
  return redirect(paths.home());
}

/** Takes the ticked results home: to the package, or first to the form that their licence asks for. */
export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const results = resultsAddress(entries);
  if (!context.user) throw redirectToLoginAndConfirm(context, results);
  // The button beside the rows of a data set asks for that one, whatever is ticked.
  const only = entryValues(entries, 'only');
  const chosen = [...new Set(only.length > 0 ? only : entryValues(entries, 'nr'))]
    .filter((nr) => /^[1-9]\d{0,8}$/.test(nr))
    .map(Number);
  try {
    const { session, open, fileName } = await startDownload(context, chosen.slice(0, maxDownloadItems));
    return redirect(open ? paths.downloadFile(session, 'all', fileName) : paths.downloadForm(session), 303);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    context.flash.set({ kind: 'note', key: `errors:${error.code}` });
    return redirect(results, 303);
  }
}

/** Never shown itself: a route with a screen answers a refused form by the failure page in its frame. */
export default function SearchDownload() {
  return null;
}
