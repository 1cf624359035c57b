/** A provider that keeps none of the rules, as told: what the service makes of it is what is tested. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { createIdentityProvider, type IdentityProvider } from '#src/adapters/identity/identity-provider.js';
import { close, listen } from './provider-host.js';

export interface Misdeeds {
  /** Instead of what belongs into the id_token. */
  claims?: (honest: JWTPayload) => JWTPayload;
  /** Signed by a key that is not published; not signed at all; signed with the client secret; half of it changed. */
  signature?: 'foreign' | 'none' | 'symmetric' | 'tampered';
  /** Instead of an answer of the path. */
  answer?: Partial<Record<'discovery' | 'jwks' | 'token' | 'userinfo', (res: ServerResponse) => void>>;
  metadata?: Record<string, unknown>;
  idToken?: (honest: string) => string | undefined;
}

export interface HostileProvider extends AsyncDisposable {
  issuer: string;
  identity: IdentityProvider;
  /** What was asked of it, by path. */
  asked: { path: string; body: URLSearchParams; authorization: string | undefined }[];
  misbehave(misdeeds: Misdeeds): void;
}

export const NONCE = 'the nonce of this login';
export const SUBJECT = 'person-1';
const CLIENT_SECRET = 'a client secret of thirty-two bytes or more';
const TIMEOUT_MS = 1_200;

/** Drawn once: the keys are not what the tests are about. */
const keys = Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);

export async function hostileProvider(): Promise<HostileProvider> {
  const [own, foreign] = await keys;
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  const asked: HostileProvider['asked'] = [];
  let deeds: Misdeeds = {};

  async function idToken(): Promise<string | undefined> {
    const now = Math.floor(Date.now() / 1_000);
    const honest = {
      iss: issuer,
      aud: 'meydan',
      sub: SUBJECT,
      iat: now,
      exp: now + 300,
      nonce: NONCE,
      birthdate: '1990-04-23',
      gender: 'female',
      name: 'Ada',
      email: 'ada@example.org',
    };
    const claims = deeds.claims?.(honest) ?? honest;
    const token = await sign(claims);
    return deeds.idToken ? deeds.idToken(token) : token;
  }

  async function sign(claims: JWTPayload): Promise<string> {
    const header = { alg: 'RS256', kid: 'one' };
    if (deeds.signature === 'none') return new UnsecuredJWT(claims).encode();
    if (deeds.signature === 'symmetric') {
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT_SECRET));
    }
    const key = deeds.signature === 'foreign' ? foreign.privateKey : own.privateKey;
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(key);
    if (deeds.signature !== 'tampered') return token;
    const [head, , signature] = token.split('.');
    return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'person-2' })).toString('base64url'), signature].join(
      '.',
    );
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '';
    asked.push({ path, body: await bodyOf(req), authorization: req.headers.authorization });
    const part = path.startsWith('/.well-known/') ? 'discovery' : (path.slice(1) as 'jwks' | 'token' | 'userinfo');
    const instead = deeds.answer?.[part];
    if (instead) return instead(res);
    if (part === 'discovery') return json(res, 200, { ...metadata(issuer), ...deeds.metadata });
    if (part === 'jwks') return json(res, 200, { keys: [jwk] });
    if (part === 'token') {
      return json(res, 200, { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: await idToken() });
    }
    return json(res, 404, { error: 'not_found' });
  }

  const server = createServer((req, res) => void serve(req, res));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const options = { issuer, clientId: 'meydan', clientSecret: CLIENT_SECRET, allowHttp: true, timeoutMs: TIMEOUT_MS };
  return {
    issuer,
    identity: createIdentityProvider(options),
    asked,
    misbehave(misdeeds) {
      deeds = misdeeds;
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

function metadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
