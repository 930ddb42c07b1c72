import { z } from 'zod';

import type { Operations } from './operation';

/** Settings for a client of the identity provider, with the names that OpenID Connect has for them. */
const ClientSettingsSchema = z.object({
  authority: z.string().describe('Address of the identity provider; its discovery document is below it.'),
  client_id: z.string().describe('Name of the client at the provider.'),
  scope: z.string().describe('What the client asks for, separated by spaces.'),
});

/** Calls that the web app answers itself. */
export const siteOperations: Operations = {
  'GET /_configuration/:client': {
    id: 'readClientSettings',
    useCases: [],
    summary: 'Read the settings with which a client signs in',
    description: 'OpenID Connect with PKCE. Secrets are not among them.',
    path: { client: z.string() },
    meanings: { client: 'Name of the client.' },
    answers: { 200: { description: 'The settings.', schema: ClientSettingsSchema } },
    refusals: ['not-found'],
    examples: [
      { title: 'Settings of the web app', address: '/_configuration/motothek', status: 200 },
      { title: 'A client that there is not', address: '/_configuration/other', status: 404 },
    ],
  },
};
