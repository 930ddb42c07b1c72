import { answerConfiguration } from '../../app/auth/answer-configuration';

const origin = 'https://motothek.example';
const settings = { authority: `${origin}/identity`, client_id: 'motothek', scope: 'openid profile email' };

/** What the web app answers to a call that is described with the API. Throws for other addresses. */
export function askSite(address: string, method: string): Response {
  const request = new Request(origin + address, { method });
  const answer = answerConfiguration(request, { openId: { configuration: () => settings }, clientId: 'motothek' });
  if (!answer) throw new Error(`The web app does not answer ${address} itself.`);
  return answer;
}
