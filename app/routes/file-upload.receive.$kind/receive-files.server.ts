import type { ReceivedFile } from '@domain/api/uploads';
import { type UploadKind, UploadKindSchema } from '@domain/upload-id';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import { receiveFiles, refusedFiles } from '~/repository-client/uploads';

import { pickHeaders, uploadHeaders } from '~/screens/proxy-file.server';
import { messageOf } from '~/screens/posted-form.server';

/** Result of an upload. */
export interface UploadOutcome {
  kind: UploadKind;
  status: number;
  /** Id of the first file that was accepted; null if there is none. */
  firstId: string | null;
  files: ReceivedFile[];
  /** Messages about the refused files, or about the upload as a whole. */
  refusals: string[];
}

/** Streams the body of an upload to the repository. If only some files were refused, the next page names them. */
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
      context.flash.set({ kind: 'note', key: 'uploads:upload.someRefused', values: { messages } });
    }
    return { kind: kind.data, status: 201, firstId: files.find(({ id }) => id !== null)?.id ?? null, files, refusals };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const files = refusedFiles(error.problem);
    const refusals = files.flatMap((file) => (file.error ? [file.error.message] : []));
    return {
      kind: kind.data,
      status: error.status,
      firstId: null,
      files,
      refusals: refusals.length > 0 ? refusals : [messageOf(error, context)],
    };
  }
}
