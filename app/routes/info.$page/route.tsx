import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { loadTexts } from '~/i18n/browser-texts';
import { isInfoPage } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { readLicenceText } from '~/repository-client/help-files';

import { AccessibilityFindings } from './accessibility-findings';
import { assessment } from './accessibility.server';
import { readDocument, testItemTexts } from './documents.server';
import { LicenceText } from './licence-text';
import { TestItems } from './test-items';

await loadTexts('info');

export const handle = { title: (data: unknown) => (data as { title: string }).title };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ name: 'description', content: data.description }] : [];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { page } = params;
  if (!isInfoPage(page)) throw new Response(null, { status: 404 });
  // The licence is the repository's: its text stands there alone.
  const licence = page === 'sufl-licence' ? await orFailurePage(readLicenceText(context, 'sufl')) : null;
  const testItems = page === 'test-items' ? testItemTexts[context.language] : null;
  // Where nothing was looked at there is nothing to say of what was found.
  const isAssessed = page === 'accessibility' && assessment.screens > 0;
  const findings = isAssessed ? assessment.findings : null;
  return { licence, testItems, findings, ...readDocument(context.language, page, context) };
}

/** A page behind a link of the footer: its document, with what is computed for it in the middle. */
export default function Info() {
  const { title, before, after, licence, testItems, findings } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{title}</h1>
      <DocumentText html={before} />
      {licence === null ? null : <LicenceText text={licence} />}
      {testItems === null ? null : <TestItems texts={testItems} />}
      {findings === null ? null : <AccessibilityFindings findings={findings} />}
      <DocumentText html={after} />
    </>
  );
}

/** Rendered from our own Markdown; what operators entered is escaped in it. */
function DocumentText({ html }: { html: string }) {
  return html === '' ? null : <div className="document" dangerouslySetInnerHTML={{ __html: html }} />;
}
