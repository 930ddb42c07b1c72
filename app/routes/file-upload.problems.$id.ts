import type { LoaderFunctionArgs } from '@remix-run/node';

import { ProblemFileFormatSchema } from '@domain/api/problem-files';

import { requireUser } from '~/auth/guards';
import { downloadProblems } from '~/repository-client/mapping';
import { passFile } from '~/screens/pass-file.server';
import { uploadIdOf } from '~/screens/upload.server';

/** The problems of a table, or of all, as csv or xlsx, for the upload's owner and the editorial board. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const search = new URL(request.url).searchParams;
  const format = ProblemFileFormatSchema.catch('csv').parse(search.get('format'));
  const file = { id: uploadIdOf(params), table: search.get('table'), format };
  return passFile(context, () => downloadProblems(context, file, request.signal));
}
