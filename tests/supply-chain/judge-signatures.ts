/** Codes of npm when the registry cannot be reached, or has no keys. */
const networkCodes = [
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH'],
  ...['ERR_SOCKET_TIMEOUT', 'E404'],
];
/** What npm 11 says, without a code, when no registry of the packages has keys. */
const withoutKeys = 'supported registry';

interface Signed {
  name: string;
  version: string;
}
interface Answer {
  invalid?: Signed[];
  missing?: Signed[];
  error?: { code?: string; summary?: string };
}

/** What the answer of `npm audit signatures --json` means. `hasFailed` tells whether npm has ended with an error. */
export function judgeSignatures(output: string, hasFailed: boolean): { isAccepted: boolean; text: string } {
  const { invalid, missing, error } = answerIn(output);
  if (invalid && missing) {
    const wrong = [...invalid, ...missing].map(({ name, version }) => `${name}@${version}`);
    if (wrong.length > 0) return { isAccepted: false, text: `Not signed: ${wrong.join(', ')}` };
    if (!hasFailed) return { isAccepted: true, text: 'All signatures are valid.' };
  }
  const reason = [error?.code, error?.summary].filter(Boolean).join(': ') || 'npm does not say why';
  const isSilent = networkCodes.includes(error?.code ?? '') || (!error?.code && error?.summary?.includes(withoutKeys));
  if (isSilent)
    return { isAccepted: true, text: `Signatures are not verified: the registry does not answer (${reason}).` };
  return { isAccepted: false, text: `Signatures could not be verified: ${reason}.` };
}

function answerIn(output: string): Answer {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    return {};
  }
}
