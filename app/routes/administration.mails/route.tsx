import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { MailOrderSchema } from '@domain/api/administration';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ActButton } from '~/components/administration/act-button';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { PageLinks } from '~/components/workflow/page-links';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import { changeMail, listMails } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';
import { nothingDone, pressButton } from '~/screens/administration.server';
import type { FormReply } from '~/screens/posted-form.server';

export const handle = { title: 'administration:mails.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(listMails(context, pageIn(request)));
}

export function action({ request, context }: ActionFunctionArgs) {
  return pressButton(request, context, {
    page: paths.administrationList('mails', pageIn(request)),
    press: async (entries) => {
      const mail = entryValue(entries, 'mail');
      const order = MailOrderSchema.safeParse({ act: entryValue(entries, 'act') });
      if (mail === '' || !order.success) return null;
      const { act } = order.data;
      if (!(await changeMail(context, mail, act))) return nothingDone;
      return act === 'send' ? 'administration:done.sent' : 'administration:done.discarded';
    },
  });
}

const heads = ['number', 'recipient', 'from', 'state', 'since', 'reason', 'act'] as const;

/** Mails that wait for the mail server or were refused by it, without their texts. */
export default function AdministrationMails() {
  const { mails, page, pages } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  const address = paths.administrationList('mails', page);
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('mails.title')}</h2>
      <p>{t('mails.intro')}</p>
      <ListTable
        label={t('mails.table')}
        heads={heads.map((head) => t(`mails.heads.${head}`))}
        none={t('mails.none')}
        rows={mails.map(({ id, recipient, from, kind, state, since, nextAt, reason }, index) => {
          const about = [t(`mails.from.${from}`), t(`mails.kinds.${kind}`, kind)].filter(Boolean).join(': ');
          // Masked addresses are often the same.
          const number = index + 1;
          const named = { number, recipient, about, since: momentOf(since) };
          return {
            id,
            cells: [
              number,
              recipient,
              about,
              state === 'refused' ? t('mails.refused') : t('mails.waiting', { time: momentOf(nextAt) }),
              momentOf(since),
              withWords(reason, t(`mails.codes.${wordsOf(reason)}`, '')),
              <>
                <ActButton
                  page={address}
                  fields={{ mail: id, act: 'send' }}
                  text={t('mails.send')}
                  label={t('mails.sendTo', named)}
                />
                <ActButton
                  page={address}
                  fields={{ mail: id, act: 'discard' }}
                  text={t('mails.discard')}
                  label={t('mails.discardTo', named)}
                />
              </>,
            ],
          };
        })}
      />
      <PageLinks
        label={t('mails.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationList('mails', number)}
      />
    </>
  );
}

/** Key of the words for the code of a mail server: SMTP has three digits, of which the first says whether it is final. */
function wordsOf(code: string): string {
  return /^[45]\d\d$/.test(code) ? `${code.slice(0, 1)}xx` : code;
}

function withWords(code: string, words: string): string {
  return [code, words].filter(Boolean).join(': ');
}
