/** The authorization code flow as an app runs it: PKCE, state, nonce, and a person who answers the pages. */
import { createHash, randomBytes } from 'node:crypto';
import { Browser, formAction, type Page } from './browser.js';

export interface Flow {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

export function beginFlow(issuer: string, redirectUri: string, clientId = 'meydan'): Flow {
  const [state, nonce, codeVerifier] = [random(), random(), random()] as [string, string, string];
  const url = new URL(`${issuer}/auth`);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, nonce, codeVerifier, redirectUri };
}

export interface Answers {
  name: string;
  birthdate?: string;
  gender?: string;
  answer?: 'allow' | 'deny';
}

/** Goes through login and consent; the address the browser is sent back to. */
export async function walk(flow: Flow, answers: Answers, browser = new Browser()): Promise<URL> {
  const { name, birthdate = '1991-02-03', gender = 'female', answer = 'allow' } = answers;
  const login = await browser.follow(await browser.get(flow.url), flow.redirectUri);
  const told = await browser.post(formAction(login), { name, birthdate, gender });
  const consent = await browser.follow(told, flow.redirectUri);
  const done = await browser.follow(await browser.post(formAction(consent), { answer }), flow.redirectUri);
  return returned(done, flow);
}

function returned(page: Page, flow: Flow): URL {
  if (page.location?.split('?')[0] !== flow.redirectUri) throw new Error(`Stranded at ${page.url}: ${page.html}`);
  return new URL(page.location);
}

const random = (): string => randomBytes(32).toString('base64url');
