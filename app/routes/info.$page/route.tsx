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
  // The address of the method of comparisons has no parameter.
  const page = params.page ?? 'compare-method';
  if (page !== 'compare-method' && !isInfoPage(page)) throw new Response(null, { status: 404 });
  // The repository owns the text of the licence, so it is not among the documents.
  const licence = page === 'sufl-licence' ? await orFailurePage(readLicenceText(context, 'sufl')) : null;
  const testItems = page === 'test-items' ? testItemTexts[context.language] : null;
  // Without an assessment there are no findings to show, not even an empty list.
  const isAssessed = page === 'accessibility' && assessment.screens > 0;
  const findings = isAssessed ? assessment.findings : null;
  return { licence, testItems, findings, ...readDocument(context.language, page, context) };
}

/** A page linked in the footer, or the method of comparisons: its document, with the computed part in the middle. */
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

/** Rendered from our own Markdown; values of the operator are escaped. */
function DocumentText({ html }: { html: string }) {
  return html === '' ? null : <div className="document" dangerouslySetInnerHTML={{ __html: html }} />;
}
