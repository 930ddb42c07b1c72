import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { requireExpert } from '~/auth/guards';
import { embargoFormId, EmbargoScreen } from '~/components/embargo/embargo-screen';
import type { PreservedForm } from '~/drafts/preserved-form';
import { loadTexts } from '~/i18n/browser-texts';
import { loadReviewed } from '~/screens/board-form.server';
import { loadEmbargo, sendEmbargo } from '~/screens/embargo.server';
import type { FormReply } from '~/screens/posted-form.server';
import { openParts, uploadIdOf } from '~/screens/upload.server';

await loadTexts('embargo');

export const handle = {
  title: 'embargo:title',
  part: 'embargo',
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, form } = data as SerializeFrom<typeof loader>;
    return form ? { kind: 'embargo', id: embargoFormId, object: `${view.id}/lengthen` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const id = uploadIdOf(params);
  const submission = await loadReviewed(context, id);
  return {
    ...(await loadEmbargo(context, 'lengthen', id)),
    ...openParts({ ...submission.upload, status: submission.state }),
  };
}

export function action({ request, context, params }: ActionFunctionArgs) {
  if (context.user) requireExpert(request, context);
  return sendEmbargo(request, context, 'lengthen', uploadIdOf(params));
}

/** The embargo of a data set, for the chair. */
export default function BoardEmbargo() {
  const { view, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  return <EmbargoScreen act="lengthen" view={view} form={form} reply={reply} />;
}
