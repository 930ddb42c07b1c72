import type { ResumableUpload } from '@domain/api/parts';

import type { UploadScreenData } from '~/components/upload-list/upload-screen';
import type { LoadContext } from '~/load-context';
import { orFailurePage, orNull } from '~/repository-client/transport';
import { listResumableUploads } from '~/repository-client/parts';
import { findStorageUse, listUploads } from '~/repository-client/uploads';
import { fileLimits } from './file-limits.server';

/**
 * A page of the signed-in user's uploads with the limits of the upload forms. `page` comes from the address; the first
 * page is the default.
 */
export async function loadUploadList(context: LoadContext, page: string | null = null): Promise<UploadScreenData> {
  const wanted = /^[1-9]\d{0,8}$/.test(page ?? '') ? Number(page) : 1;
  const [list, parts, storage] = await Promise.all([
    orFailurePage(listUploads(context, wanted)),
    findParts(context),
    // An outside repository may have no limit for accounts.
    orNull(findStorageUse(context)),
  ]);
  return { list, parts, storage, limits: fileLimits(context, storage), language: context.language };
}

/** Unfinished uploads; null if the repository does not support them, so that only the plain form is used. */
async function findParts(context: LoadContext): Promise<ResumableUpload[] | null> {
  return orNull(listResumableUploads(context));
}
