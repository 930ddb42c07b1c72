import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { readOpenApi } from '~/repository-client/open-api';
import { orFailurePage } from '~/repository-client/transport';

import { renderApiPage } from './render-page.server';

export const handle = { title: 'api-docs:title', description: 'api-docs:description', script: false };

export async function loader({ context }: LoaderFunctionArgs) {
  return { html: renderApiPage(await orFailurePage(readOpenApi(context)), context) };
}

/** The repository API for people who write programs, rendered from its OpenAPI document. */
export default function ApiDocs() {
  const { html } = useLoaderData<typeof loader>();
  return <div className="api-docs" dangerouslySetInnerHTML={{ __html: html }} />;
}
