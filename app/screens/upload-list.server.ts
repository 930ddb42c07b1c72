import type { UploadScreenData } from '~/components/upload-list/upload-screen';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { listUploads } from '~/repository-client/uploads';

/**
 * A page of the signed-in user's uploads, the first unless told, with what the upload forms say of their
 * limits. `page` is any text of an address.
 */
export async function loadUploadList(
  context: LoadContext,
  page: string | null = null,
): Promise<UploadScreenData> {
  const wanted = /^[1-9]\d{0,8}$/.test(page ?? '') ? Number(page) : 1;
  return {
    list: await orFailurePage(listUploads(context, wanted)),
    limits: { minBytes: context.minFileBytes, maxBytes: context.maxFileBytes },
    language: context.language,
  };
}
