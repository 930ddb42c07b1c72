import type { ReceivedFile } from '@domain/api/uploads';
import { UploadKindSchema } from '@domain/upload-id';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import { receiveFiles, refusedFiles } from '~/repository-client/uploads';

import { pickHeaders, uploadHeaders } from '~/screens/pass-file.server';
import { messageOf } from '~/screens/posted-form.server';

/** What became of an upload. */
export interface UploadOutcome {
  status: number;
  /** Id of the first file that was taken; null when none was. */
  firstId: string | null;
  files: ReceivedFile[];
  /** Sentences of the files that were refused, or of the upload as a whole. */
  refusals: string[];
}

/**
 * Hands the body of an upload to the repository as it comes in, never held or read here. Files that were
 * refused beside others that were taken are named on the next page.
 */
export async function proxyUpload(
  request: Request,
  context: LoadContext,
  kindInAddress: string | undefined,
): Promise<UploadOutcome> {
  const kind = UploadKindSchema.safeParse(kindInAddress);
  if (!kind.success) throw new Response(null, { status: 404 });
  try {
    const files = await receiveFiles(context, kind.data, {
      body: request.body,
      headers: pickHeaders(request.headers, uploadHeaders),
      signal: request.signal,
    });
    const refusals = files.flatMap(({ error }) => (error ? [error.message] : []));
    if (refusals.length > 0) {
      const messages = refusals.join(' ');
      context.flash.set({ kind: 'note', key: 'uploads:upload.someRefused', values: { sentences: messages } });
    }
    return { status: 201, firstId: files.find(({ id }) => id !== null)?.id ?? null, files, refusals };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const files = refusedFiles(error.problem);
    const refusals = files.flatMap((file) => (file.error ? [file.error.message] : []));
    return {
      status: error.status,
      firstId: null,
      files,
      refusals: refusals.length > 0 ? refusals : [messageOf(error, context)],
    };
  }
}
