import { formatUploadId } from '@domain/upload-id';

import { composeMail, type MailKind } from '../mail/compose-mail';
import type { Transaction } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';
import type { RepositoryContext } from './context';

/** Who gets a mail of which kind. */
export interface Mailing {
  kind: MailKind;
  people: { name: string; email: string }[];
}

/** Files the mails about an upload in the caller's transaction; people without e-mail are left out. */
export async function enqueueMails(
  tx: Transaction,
  { jobs, settings }: RepositoryContext,
  about: Pick<UploadProgress, 'upload' | 'study' | 'file'>,
  mailings: Mailing[],
): Promise<void> {
  for (const { kind, people } of mailings) {
    const address = settings.origin + pathOf(kind, about);
    for (const { name, email } of people) {
      if (email === '') continue;
      const values = { name: name || email, title: about.study.title ?? '', file: about.file.name, address };
      await jobs.enqueue(tx, 'send-mail', composeMail(kind, email, values));
    }
  }
}

/** Page on which the reader of a mail goes on. */
function pathOf(kind: MailKind, { upload }: Pick<UploadProgress, 'upload'>): string {
  switch (kind) {
    case 'submitted':
    case 'rejected':
      return `/file-upload/submit/${formatUploadId(upload.number, upload.kind)}`;
    case 'voteNeeded':
    case 'votesDisagree':
      return `/editorial-board/vote/${formatUploadId(upload.number, upload.kind)}`;
    case 'withdrawn':
      return '/editorial-board';
    case 'accepted':
      return `/data-set/${upload.nr}`;
  }
}
