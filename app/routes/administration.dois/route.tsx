import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { readDoiReason } from '@domain/doi-reason';
import { UploadIdSchema } from '@domain/upload-id';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ActButton } from '~/components/administration/act-button';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { PageLinks } from '~/components/workflow/page-links';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import { listDois, retryDoi } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';
import { nothingDone, pressButton } from '~/screens/administration.server';
import type { FormReply } from '~/screens/posted-form.server';

export const handle = { title: 'administration:dois.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(listDois(context, pageIn(request)));
}

export function action({ request, context }: ActionFunctionArgs) {
  return pressButton(request, context, {
    page: paths.administrationList('dois', pageIn(request)),
    press: async (entries) => {
      const upload = UploadIdSchema.safeParse(entryValue(entries, 'upload'));
      if (!upload.success) return null;
      return (await retryDoi(context, upload.data)) ? 'administration:done.retried' : nothingDone;
    },
  });
}

const heads = ['upload', 'nr', 'state', 'since', 'triedAt', 'reason', 'act'] as const;

/** DOIs that wait for the registrar, with its last refusal. */
export default function AdministrationDois() {
  const { dois, page, pages } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  const stateOf = (isRefusal: boolean | null) =>
    t(isRefusal === null ? 'dois.states.untried' : isRefusal ? 'dois.states.refused' : 'dois.states.away');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('dois.title')}</h2>
      <ListTable
        label={t('dois.table')}
        heads={heads.map((head) => t(`dois.heads.${head}`))}
        none={t('dois.none')}
        rows={dois.map(({ upload, nr, isRefusal, reason, since, triedAt }) => ({
          id: upload,
          cells: [
            upload,
            nr === null ? '' : String(nr),
            stateOf(isRefusal),
            momentOf(since),
            momentOf(triedAt),
            reason ? <Reason reason={reason} /> : '',
            <ActButton
              key="act"
              page={paths.administrationList('dois', page)}
              fields={{ upload }}
              text={t('again')}
              label={t('dois.againOf', { upload })}
            />,
          ],
        }))}
      />
      <PageLinks
        label={t('dois.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationList('dois', number)}
      />
    </>
  );
}

/** Why a DOI waits. Codes, words of DataCite and what is not known stay as they are. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation('administration');
  const read = readDoiReason(reason);
  if (!read) return <span lang="en">{reason}</span>;
  const { kind, values, detail } = read;
  const said = t(`dois.reasons.${kind}`, values);
  if (values.detail === undefined) return said;
  return (
    <>
      {said}: {detail ? t(`dois.details.${detail}`) : <span lang="en">{values.detail}</span>}
    </>
  );
}
