import type { DataciteAttributes } from '@domain/datacite';
import { doiReason } from '@domain/doi-reason';

import { type DoiRegistrar, RegistrarError } from '../context/doi-registrar';
import type { UploadProgress } from '../store/upload-progress';
import { type ApiAnswer, type ApiCall, type ApiLimits, callDatacite, type DataciteAccount } from './datacite-api';

/** DataCite's old test prefix, retired in 2019. It never resolves, so it cannot be mistaken for a real DOI. */
const prefix = '10.5072';

/**
 * Registrar without an account. DOIs consist of the upload's number and lead to our own page. Nothing is registered,
 * because the caller stores the JSON anyway.
 */
export function createLocalRegistrar({ origin }: { origin: string }): DoiRegistrar {
  return {
    kind: 'local',
    doiOf: (upload) => `${prefix}/motothek.${upload}`,
    conceptDoiOf: (series) => `${prefix}/motothek.${series}.all`,
    saveDraft: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    hide: () => Promise.resolve(),
    removeDraft: () => Promise.resolve(),
    address: (_doi, nr) => `${origin}/data-set/${nr}`,
  };
}

export interface DataciteOptions extends DataciteAccount {
  /** Prefix of the account, '10.12345'. */
  prefix: string;
  /** Id of the database, which distinguishes the DOIs of two installations with the same prefix. */
  installation: string;
  /** Address of the site. */
  origin: string;
  limits?: ApiLimits;
}

/** Characters of the installation's id in a DOI. */
const installationCodeLength = 6;

/**
 * Registrar that uses DataCite's REST API. The DOI depends only on the upload, so that a repeated job finds what it has
 * created. A draft is created or, if it is still a draft, updated. Publishing updates the DOI or creates it. Deleting
 * succeeds if the DOI does not exist. Throws RegistrarError.
 */
export function createDataciteRegistrar(options: DataciteOptions): DoiRegistrar {
  const { prefix, installation, origin, limits } = options;
  const installationCode = installation.replaceAll('-', '').slice(0, installationCodeLength).toLowerCase();
  const isTest = isTestSystem(options.apiUrl);
  const call = (apiCall: ApiCall) => callDatacite(options, apiCall, limits);
  return {
    kind: isTest ? 'datacite-test' : 'datacite',
    doiOf: (upload) => `${prefix}/motothek.${installationCode}.${upload}`,
    conceptDoiOf: (series) => `${prefix}/motothek.${installationCode}.${series}.all`,

    // Without an event, DataCite creates a draft, which needs neither URL nor complete metadata
    // (https://support.datacite.org/docs/doi-states).
    async saveDraft(doi, attributes, signal) {
      const create = { doi, ...attributes };
      const made = await call({ method: 'POST', path: '/dois', attributes: create, signal, expects: isTaken });
      if (made.status < 400) return;
      // A restored database may reuse a DOI that readers have already cited.
      const { state } = await call({ method: 'GET', path: pathOf(doi), signal });
      if (state !== null && state !== 'draft') {
        throw new RegistrarError(doiReason('taken', { doi, state }), { isRefusal: true });
      }
      await call({ method: 'PUT', path: pathOf(doi), attributes: whole(attributes), signal });
    },

    async publish(doi, attributes, signal) {
      const update = { event: 'publish', ...whole(attributes) };
      const path = pathOf(doi);
      let answer = await call({ method: 'PUT', path, attributes: update, signal, expects: hasStatus(404) });
      if (answer.status === 404) {
        const create = { doi, event: 'publish', ...attributes };
        answer = await call({ method: 'POST', path: '/dois', attributes: create, signal });
      }
      requireState(doi, answer, 'findable');
    },

    // 'hide' works on a findable DOI only, 'register' on a draft (https://support.datacite.org/docs/doi-states).
    async hide(doi, attributes, signal) {
      const path = pathOf(doi);
      const update = (event: string) => ({ event, ...whole(attributes) });
      let answer = await call({ method: 'PUT', path, attributes: update('hide'), signal, expects: hasStatus(404) });
      if (answer.status === 404) {
        const create = { doi, event: 'register', ...attributes };
        answer = await call({ method: 'POST', path: '/dois', attributes: create, signal });
      } else if (answer.state === 'draft') {
        answer = await call({ method: 'PUT', path, attributes: update('register'), signal });
      }
      requireState(doi, answer, 'registered');
    },

    async removeDraft(doi, signal) {
      const answer = await call({ method: 'DELETE', path: pathOf(doi), signal, expects: hasStatus(404, 405) });
      if (answer.status !== 405) return;
      throw new RegistrarError(doiReason('registered', { doi }), { isRefusal: true });
    },

    address: (doi, nr) => (isTest ? `${origin}/data-set/${nr}` : `https://doi.org/${doi}`),
  };
}

/** DataCite does not report an error if an incomplete record keeps its state. */
function requireState(doi: string, { state }: ApiAnswer, wanted: string): void {
  if (state === null || state === wanted) return;
  throw new RegistrarError(doiReason('left', { doi, state }), { isRefusal: true });
}

/**
 * DOIs of the test system are not known to doi.org (https://support.datacite.org/docs/testing-guide), nor are those of
 * a local trial.
 */
function isTestSystem(apiUrl: string): boolean {
  const { hostname } = new URL(apiUrl);
  return hostname === 'api.test.datacite.org' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const pathOf = (doi: string) => `/dois/${doi}`;

/** DataCite's response to creating a DOI that already exists. */
const isTaken = ({ status, errors }: ApiAnswer) =>
  status === 409 || (status === 422 && errors.some((error) => /already been taken/i.test(error)));

const hasStatus =
  (...statuses: number[]) =>
  ({ status }: ApiAnswer) =>
    statuses.includes(status);

/** An update keeps properties that it does not contain, so removed ones are sent as null. */
const whole = (attributes: DataciteAttributes) => ({ language: null, version: null, ...attributes });

/** Address that a DOI leads to; null for a draft. A test DOI leads to our own page, as soon as that exists. */
export function doiUrl(doi: NonNullable<UploadProgress['doi']>, nr: number | null, origin: string): string | null {
  if (doi.registrar === 'datacite') return doi.state === 'draft' ? null : `https://doi.org/${doi.doi}`;
  return nr === null ? null : `${origin}/data-set/${nr}`;
}
