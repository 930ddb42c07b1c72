import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { maxCommentCharacters } from '@domain/limits';
import type { FormEntries } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readMetadataFields } from '~/repository-client/metadata';
import { judgeCorrection, readCorrectionToJudge } from '~/repository-client/metadata-corrections';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { forgetText, keptTextOf, judgementForm } from '~/screens/board-form.server';
import { errorOf, fieldErrors, type FormReply, redisplayForm } from '~/screens/posted-form.server';

/** The correction with the fields of the schema, and a reason that was sent after the end of a session. */
export async function loadJudgement(context: LoadContext, id: string) {
  const [correction, fields] = await orFailurePage(
    Promise.all([readCorrectionToJudge(context, id), readMetadataFields(context)]),
  );
  const kept = await keptTextOf(context, judgementForm(id));
  // The file of an accepted data set is not read by the board any more.
  return { id, correction, fields, kept, readsFile: false };
}

const JudgementSchema = z.object({
  version: z.coerce.number().int(),
  decision: z.enum(['consent', 'decline'], 'metadata-correction:judge.choose'),
  reason: z.string().max(maxCommentCharacters, 'metadata-correction:judge.reasonTooLong').default(''),
});

/** Consents or declines. A refusal shows the form again as typed. */
export async function judge(context: LoadContext, id: string, entries: FormEntries): Promise<Response | FormReply> {
  const submission = await readForm(entries, JudgementSchema);
  if (submission.status !== 'success') {
    return redisplayForm(
      entries,
      400,
      fieldErrors(context, submission.reply(), (name) => name, { max: maxCommentCharacters }),
    );
  }
  const { version, decision, reason } = submission.value;
  const consents = decision === 'consent';
  const refusal = await attempt(() => judgeCorrection(context, id, { version, consents, reason }));
  if (refusal) {
    const fieldId = refusal.code === 'reason-missing' ? 'reason' : null;
    return redisplayForm(entries, refusal.status, [{ ...errorOf(refusal, context), fieldId }]);
  }
  await forgetText(context, judgementForm(id));
  context.flash.set({ kind: 'success', key: `metadata-correction:judge.done.${decision}` });
  return redirect(paths.editorialCorrection(id), 303);
}
