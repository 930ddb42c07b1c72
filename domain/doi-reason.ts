import { fillText } from './text';

/** Why a DOI is not in the state that its upload asks for, in the words of the log and of the commands. */
const sentences = {
  unreachable: 'DataCite could not be reached for {{call}} ({{detail}})',
  answered: 'DataCite answered {{status}} to {{call}} ({{detail}})',
  answeredNothing: 'DataCite answered {{status}} to {{call}}',
  taken: '{{doi}} is already {{state}} at DataCite. A submission does not overwrite a public record.',
  incomplete: '{{doi}} cannot be published without {{missing}}.',
  left: "DataCite left {{doi}} in the state '{{state}}'.",
  registered: '{{doi}} is registered at DataCite and cannot be deleted.',
};
type Kind = keyof typeof sentences;

/**
 * Details that are ours; all others are codes, or words of DataCite. Hints are from
 * https://support.datacite.org/docs/api-error-codes, with the names of our settings.
 */
export const doiDetails = {
  late: 'no answer in time',
  login: 'are DATACITE_REPOSITORY_ID and DATACITE_PASSWORD right?',
  prefix: 'may this account use DATACITE_PREFIX?',
  account: 'are DATACITE_API_URL and the account correct?',
  redirect: 'a redirect; is DATACITE_API_URL correct?',
  notJson: 'and the response is not JSON; is DATACITE_API_URL correct?',
};

/** Says why a DOI waits. */
export function doiReason(kind: Kind, values: Record<string, string | number>): string {
  return fillText(sentences[kind], values);
}

/** What `doiReason` was given, and the name of a detail of ours; null for any other text. */
export function readDoiReason(
  reason: string,
): { kind: Kind; values: Record<string, string>; detail: keyof typeof doiDetails | null } | null {
  for (const kind of Object.keys(sentences) as Kind[]) {
    const values = patternOf(sentences[kind]).exec(reason)?.groups;
    if (!values) continue;
    const known = (Object.keys(doiDetails) as (keyof typeof doiDetails)[]).find(
      (name) => doiDetails[name] === values.detail,
    );
    return { kind, values, detail: known ?? null };
  }
  return null;
}

/** Only a detail, which ends its sentence, may contain what follows another value. */
function patternOf(sentence: string): RegExp {
  const escaped = sentence.replace(/[.()]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\{(\w+)\}\}/g, '(?<$1>.+?)')}$`);
}
