/* global document, navigator, atob, btoa */
// Passkeys on the pages of the identity provider. The form of such a page carries the options for the browser in
// `data-passkey-options`; the browser's answer is sent as one of its fields.
const form = document.querySelector('form[data-passkey-options]');

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));
const textOf = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const withBytes = (credentials = []) => credentials.map((each) => ({ ...each, id: bytesOf(each.id) }));

/** Asks the browser to make a passkey, or to sign with one. Rejects if the user cancels it. */
function askBrowser(options) {
  const challenge = bytesOf(options.challenge);
  if (options.user === undefined) {
    const allowCredentials = withBytes(options.allowCredentials);
    return navigator.credentials.get({ publicKey: { ...options, challenge, allowCredentials } });
  }
  const user = { ...options.user, id: bytesOf(options.user.id) };
  const excludeCredentials = withBytes(options.excludeCredentials);
  return navigator.credentials.create({ publicKey: { ...options, challenge, user, excludeCredentials } });
}

/** The browser's answer as JSON (WebAuthn, 'RegistrationResponseJSON' and 'AuthenticationResponseJSON'). */
function describe({ id, rawId, type, response }) {
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const given = fields.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  const transports = response.getTransports ? { transports: response.getTransports() } : {};
  return JSON.stringify({ id, rawId: textOf(rawId), type, response: { ...Object.fromEntries(given), ...transports } });
}

async function answer(event) {
  event.preventDefault();
  const failure = document.getElementById('passkey-failure');
  failure.hidden = true;
  try {
    const credential = await askBrowser(JSON.parse(form.dataset.passkeyOptions));
    form.elements.namedItem('response').value = describe(credential);
    form.submit();
  } catch {
    failure.hidden = false;
    failure.focus();
  }
}

form?.addEventListener('submit', (event) => {
  // The language buttons send the form as it is.
  if (event.submitter?.name !== 'language') void answer(event);
});

document.getElementById('passkey-no-script')?.remove();
for (const button of form?.querySelectorAll('button[hidden]') ?? []) button.hidden = false;
