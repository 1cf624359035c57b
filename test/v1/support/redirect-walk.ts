/**
 * A browser without a screen that logs in by redirect: keeps cookies, answers the provider's pages, stops at the page.
 */
import { formAction } from '../../auth/support/browser.js';

export interface Hop {
  status: number;
  url: string;
  location: string | null;
  text: string;
  headers: Headers;
}

export class Jar {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** Of what is sent to that path. */
  header(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  async ask(url: string, init: RequestInit = {}): Promise<Hop> {
    const cookie = this.header(new URL(url).pathname);
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    const { status, headers } = response;
    return { status, url, headers, location: location && new URL(location, url).href, text: await response.text() };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

export interface Walker {
  name: string;
  email?: string;
  verified?: 'yes' | 'no';
  answer?: 'allow' | 'deny';
}

/** From the service to the provider and through its pages; the address the provider sends the browser back to. */
export async function walkToCallback(jar: Jar, url: string, walker: Walker): Promise<string> {
  const { name, email = '', verified = 'yes', answer = 'allow' } = walker;
  const login = await follow(jar, await jar.ask(url));
  const person = { name, birthdate: '1990-01-01', gender: 'female', email, email_verified: verified };
  const consent = await follow(jar, await post(jar, login, person));
  const back = await follow(jar, await post(jar, consent, { answer }));
  if (!back.location) throw new Error(`stranded at ${back.url}: ${back.text.slice(0, 300)}`);
  return back.location;
}

const post = (jar: Jar, page: Hop, form: Record<string, string>): Promise<Hop> =>
  jar.ask(formAction({ ...page, html: page.text }), { method: 'POST', body: new URLSearchParams(form) });

/** Redirects, until a page, or until one leads back to the service. */
async function follow(jar: Jar, from: Hop): Promise<Hop> {
  let at = from;
  for (let hops = 0; at.location && !at.location.includes('/v1/auth/idp_callback'); hops += 1) {
    if (hops > 10) throw new Error(`too many redirects, at ${at.url}`);
    at = await jar.ask(at.location);
  }
  return at;
}
