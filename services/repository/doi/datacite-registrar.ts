import { callDatacite, type ApiAnswer, type ApiCall, type ApiLimits, type DataciteAccount } from './datacite-api';
import type { DataciteAttributes } from './datacite-schema';
import type { DoiRegistrar } from './doi-registrar';
import { RegistrarFault } from './registrar-fault';

export interface DataciteOptions extends DataciteAccount {
  /** Prefix of the account, '10.12345'. */
  prefix: string;
  /** Id of the database: parts the names of two installations that use one prefix. */
  installation: string;
  /** Address of the site. */
  origin: string;
  limits?: ApiLimits;
}

/** Characters of the installation's id in a name. */
const houseLength = 6;

/**
 * Registrar by DataCite's REST API. A name follows from the upload alone, so that a job that is tried
 * again finds what it has made: a draft is created, or updated where it exists and is one still; publishing
 * updates and makes findable, or creates; deleting what is not there is done. Throws RegistrarFault.
 */
export function createDataciteRegistrar(options: DataciteOptions): DoiRegistrar {
  const { prefix, installation, origin, limits } = options;
  const house = installation.replaceAll('-', '').slice(0, houseLength).toLowerCase();
  const isTest = isTestSystem(options.apiUrl);
  const call = (apiCall: ApiCall) => callDatacite(options, apiCall, limits);
  return {
    kind: isTest ? 'datacite-test' : 'datacite',
    doiOf: (upload) => `${prefix}/motothek.${house}.${upload}`,

    // Without an event, DataCite makes a draft, which needs neither address nor whole metadata
    // (https://support.datacite.org/docs/doi-states).
    async saveDraft(doi, attributes, signal) {
      const create = { doi, ...attributes };
      const made = await call({ method: 'POST', path: '/dois', attributes: create, signal, expects: isTaken });
      if (made.status < 400) return;
      // A database that was set back gives a name again that readers may have cited.
      const { state } = await call({ method: 'GET', path: pathOf(doi), signal });
      if (state !== null && state !== 'draft') {
        const reason = `${doi} is ${state} at DataCite: a submission does not overwrite a public record.`;
        throw new RegistrarFault(reason, { isRefusal: true });
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
      // A record that lacks something stays what it was without a word.
      if (answer.state !== null && answer.state !== 'findable') {
        throw new RegistrarFault(`DataCite left ${doi} in the state '${answer.state}'.`, { isRefusal: true });
      }
    },

    async removeDraft(doi, signal) {
      const answer = await call({ method: 'DELETE', path: pathOf(doi), signal, expects: hasStatus(404, 405) });
      if (answer.status !== 405) return;
      throw new RegistrarFault(`${doi} is registered at DataCite and cannot be deleted.`, { isRefusal: true });
    },

    address: (doi, nr) => (isTest ? `${origin}/data-set/${nr}` : `https://doi.org/${doi}`),
  };
}

/**
 * DOIs of the test system are not known to doi.org (https://support.datacite.org/docs/testing-guide), nor
 * are those of a trial on this machine.
 */
function isTestSystem(apiUrl: string): boolean {
  const { hostname } = new URL(apiUrl);
  return hostname === 'api.test.datacite.org' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const pathOf = (doi: string) => `/dois/${doi}`;

/** What DataCite says of a name that exists, as a draft or more. */
const isTaken = ({ status, errors }: ApiAnswer) =>
  status === 409 || (status === 422 && errors.some((error) => /already been taken/i.test(error)));

const hasStatus =
  (...statuses: number[]) =>
  ({ status }: ApiAnswer) =>
    statuses.includes(status);

/** An update keeps what it does not name: properties that have gone are named as empty. */
const whole = (attributes: DataciteAttributes) => ({ language: null, version: null, ...attributes });
