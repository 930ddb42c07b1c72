import { type ActionFunctionArgs, redirect } from '@remix-run/node';

import { classRequest, readClass, readClassEntries } from '~/forms/class-form';
import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import { downloadClassReport } from '~/repository-client/class-report';
import { readPostedClass } from '~/screens/my-class.server';
import { proxyFile } from '~/screens/proxy-file.server';

/** The report is made of a posted form, so an address alone leads to the first step. */
export function loader() {
  return redirect(paths.compareClass());
}

/** The report of a posted class as a workbook. Nothing of it is kept. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { entries } = await readPostedClass(request);
  const carried = readClass(entryValue(entries, 'tables'));
  const asked = carried && classRequest(carried.tables, readClassEntries(entries, carried.tables));
  if (!asked) throw new Response(null, { status: 400 });
  return proxyFile(request, context, () => downloadClassReport(context, asked, request.signal));
}
