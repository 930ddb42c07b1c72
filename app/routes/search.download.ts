import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { redirectToLoginAndConfirm } from '~/auth/guards';
import { readSearchAddress, searchPage, writeSearchAddress } from '~/components/search/search-address';
import { readEntries, readValidForm } from '~/forms/read-form.server';
import { paths } from '~/paths';
import { startDownload } from '~/repository-client/downloads';
import { RepositoryError } from '~/repository-client/transport';
import { listTicked } from '~/screens/ticked-data-sets.server';

/** `only` is the data set of the pressed button; then the ticked ones are ignored. */
const PressedSchema = z.object({ only: z.array(z.string()) });

/** A GET names no data sets, so it leads home. */
export function loader() {
  return redirect(paths.home());
}

/** Redirects to the package of the ticked results, or to the download form if their licence requires it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const address = readSearchAddress(new URLSearchParams(entries));
  const results = searchPage(address);
  if (!context.user) throw redirectToLoginAndConfirm(context, results);
  const { only } = await readValidForm(entries, PressedSchema);
  const pressed = only.filter((one) => /^[1-9]\d{0,8}$/.test(one)).map(Number);
  try {
    const chosen = only.length > 0 ? pressed.slice(0, 1) : await listTicked(context, address);
    const { session, open, fileName } = await startDownload(context, chosen);
    const form = paths.downloadForm(session, writeSearchAddress(address));
    return redirect(open ? paths.downloadFile(session, 'all', fileName) : form, 303);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    context.flash.set({ kind: 'note', key: `errors:${error.code}` });
    return redirect(results, 303);
  }
}

/** Never rendered. A route needs a component so that a refused form gets the failure page inside the frame. */
export default function SearchDownload() {
  return null;
}
