import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import { attribute, type VisitedPage } from './browser';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
/** Flags of the authenticator: user present; attested credential data included (WebAuthn, section 6.1). */
const present = 0x01;
const attested = 0x40;

/** A device with one passkey (ES256), which answers the requests of pages as a browser sends them. */
export class PasskeyDevice {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Makes the passkey that a page asks for. */
  create(page: VisitedPage): string {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // A COSE key as CBOR map (RFC 9053, section 7.1.1): kty EC2, alg ES256, crv P-256, x, y.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const data = this.data(present | attested, Buffer.concat([Buffer.alloc(16), idLength, this.id, cose]));
    // CBOR of { fmt: 'none', attStmt: {}, authData }.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const clientDataJSON = this.clientData('webauthn.create', page);
    return this.answer({ clientDataJSON, attestationObject: text(attestation), transports: ['internal'] });
  }

  /** Signs the challenge of a page. */
  use(page: VisitedPage): string {
    const data = this.data(present);
    const clientDataJSON = this.clientData('webauthn.get', page);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = text(sign('sha256', signed, this.keys.privateKey));
    return this.answer({ clientDataJSON, authenticatorData: text(data), signature });
  }

  private answer(response: object): string {
    return JSON.stringify({ id: text(this.id), rawId: text(this.id), type: 'public-key', response });
  }

  private data(flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter, more]);
  }

  private clientData(type: string, { html }: VisitedPage): string {
    const [tag = ''] = /<form[^>]*data-passkey-options[^>]*>/.exec(html) ?? [];
    const { challenge } = JSON.parse(attribute(tag, 'data-passkey-options')) as { challenge: string };
    return text(Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })));
  }
}
