import { data, redirect } from '@remix-run/node';

import { paths } from '~/paths';
import { RepositoryError } from '~/repository-client/transport';

/**
 * Nobody keeps or lists what a private link gives. The policy of all pages tells no other site its address; a stricter one
 * would take the Origin from the form of the language.
 */
export const linkHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' };

/**
 * What a private link gives, or null (410) if it has ended. Throws the redirect to the public page once the data is
 * published, and the failure page for other refusals.
 */
export async function readPrivately<Answer>(answer: Promise<Answer>) {
  try {
    return data({ shared: await answer }, { headers: linkHeaders });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    refuseToRead(error);
    if (error.code === 'private-link-ended') return data({ shared: null }, { status: 410, headers: linkHeaders });
    throw Response.json({ message: error.userMessage }, { status: error.status, headers: linkHeaders });
  }
}

/** Throws the redirect to the public page if the data of a link is published. */
export function refuseToRead({ code, problem }: RepositoryError): void {
  if (code !== 'private-link-published') return;
  throw redirect(paths.dataSet(Number(problem.nr)), { headers: linkHeaders });
}

/** The response of a file, with the headers of private links. */
export function withLinkHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(linkHeaders)) response.headers.set(name, value);
  return response;
}
