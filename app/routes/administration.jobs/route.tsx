import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { JobPage } from '@domain/api/administration';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ActButton } from '~/components/administration/act-button';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { PageLinks } from '~/components/workflow/page-links';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import { listJobs, retryJob } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';
import { nothingDone, pressButton } from '~/screens/administration.server';
import type { FormReply } from '~/screens/posted-form.server';

export const handle = { title: 'administration:jobs.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(listJobs(context, pageIn(request)));
}

export function action({ request, context }: ActionFunctionArgs) {
  return pressButton(request, context, {
    page: paths.administrationList('jobs', pageIn(request)),
    press: async (entries) => {
      const job = entryValue(entries, 'job');
      if (job === '') return null;
      return (await retryJob(context, job)) ? 'administration:done.retried' : nothingDone;
    },
  });
}

/** Jobs that wait for another attempt or have failed, with how many there are of each kind. */
export default function AdministrationJobs() {
  const { counts, jobs, page, pages } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('administration');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('jobs.title')}</h2>
      <JobTable jobs={jobs} page={page} />
      <p>
        {t('jobs.elsewhere')} <Link to={paths.administrationList('mails')}>{t('mails.title')}</Link>,{' '}
        <Link to={paths.administrationList('dois')}>{t('dois.title')}</Link>
      </p>
      <PageLinks
        label={t('jobs.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationList('jobs', number)}
      />
      <h3>{t('jobs.counts.heading')}</h3>
      <ListTable
        label={t('jobs.counts.heading')}
        heads={(['name', 'waiting', 'running', 'failed'] as const).map((head) => t(`jobs.counts.heads.${head}`))}
        none={t('jobs.counts.none')}
        rows={counts.map(({ name, waiting, running, failed }) => ({
          id: name,
          cells: [t(`jobs.names.${name}`, name), String(waiting), String(running), String(failed)],
        }))}
      />
    </>
  );
}

const heads = ['name', 'about', 'state', 'since', 'reason', 'act'] as const;

function JobTable({ jobs, page }: Pick<JobPage, 'jobs' | 'page'>) {
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  return (
    <ListTable
      label={t('jobs.table')}
      heads={heads.map((head) => t(`jobs.heads.${head}`))}
      none={t('jobs.none')}
      rows={jobs.map(({ id, name, about: ids, state, since, nextAt, reason }) => {
        const about = ids.map((one) => t(`jobs.ids.${one.name}`, { id: one.id })).join(', ');
        const kind = t(`jobs.names.${name}`, name);
        return {
          id,
          cells: [
            kind,
            about,
            state === 'failed' ? t('jobs.failed') : t('jobs.retry', { time: momentOf(nextAt) }),
            momentOf(since),
            reason === '' ? t('jobs.unknown') : <span lang="en">{reason}</span>,
            <ActButton
              key="act"
              page={paths.administrationList('jobs', page)}
              fields={{ job: id }}
              text={t('again')}
              label={t('jobs.againOf', { kind, about })}
            />,
          ],
        };
      })}
    />
  );
}
