import type { UploadReview } from '@domain/api/reviews';
import type { UploadState } from '@domain/api/uploads';

import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { readReview } from '~/repository-client/reviews';

/** How far the review of an upload is; null while it is in work. */
export async function loadReview(context: LoadContext, { id, flags }: UploadState): Promise<UploadReview | null> {
  return flags.submitted ? orFailurePage(readReview(context, id)) : null;
}
