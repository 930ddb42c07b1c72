import { optionalText } from './optional-text';

/** An address of one of `schemes`, with a host; what it holds may be secret and is never repeated. */
const addressOf = (schemes: string[], likeThis: string, needsHost: boolean) =>
  optionalText.superRefine((value, context) => {
    if (value === undefined) return;
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    const start = schemes.map((scheme) => `${scheme}://`);
    if (/^[a-z][a-z0-9+.-]*:/i.test(value) && !start.some((known) => value.toLowerCase().startsWith(known))) {
      fault(`must begin with ${start.join(' or ')}`);
    } else if (!URL.canParse(value)) {
      fault(`is not an address like ${likeThis} (in a password, / ? # @ and % are written as %2F %3F %23 %40 %25)`);
    } else if (needsHost && !new URL(value).hostname) fault(`does not name a server: ${likeThis}`);
  });

/** Address of PostgreSQL. Without a host it means a socket of this machine. */
export const databaseAddress = addressOf(
  ['postgresql', 'postgres'],
  'postgresql://user:password@host:5432/database',
  false,
);

/** Address of the mail server. */
export const mailServerAddress = addressOf(['smtp', 'smtps'], 'smtp://user:password@host:587', true);

/** Names of this machine in an address, as `URL` writes them. */
export const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
