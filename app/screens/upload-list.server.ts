import type { UploadScreenData } from '~/components/upload-list/upload-screen';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { listUploads } from '~/repository-client/uploads';

/** The signed-in user's uploads, with what the upload forms say of their limits. */
export async function loadUploadList(context: LoadContext): Promise<UploadScreenData> {
  return {
    uploads: await orFailurePage(listUploads(context)),
    limits: { minBytes: context.minFileBytes, maxBytes: context.maxFileBytes },
    language: context.language,
  };
}
