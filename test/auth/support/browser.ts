/** A browser without a screen: keeps cookies, follows one redirect at a time, fills in forms. */
export interface Page {
  status: number;
  url: string;
  /** Where it points on, resolved; null when it does not. */
  location: string | null;
  html: string;
}

export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  async get(url: string): Promise<Page> {
    return this.#send(url, { method: 'GET' });
  }

  async post(url: string, form: Record<string, string>): Promise<Page> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows redirects until a page, or until one would lead to the address `until`. */
  async follow(page: Page, until: string): Promise<Page> {
    let at = page;
    for (let hops = 0; at.location && at.location.split('?')[0] !== until; hops += 1) {
      if (hops > 10) throw new Error(`Too many redirects, at ${at.url}`);
      at = await this.get(at.location);
    }
    return at;
  }

  async #send(url: string, init: RequestInit): Promise<Page> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    const headers = { cookie: cookie.map(([name, { value }]) => `${name}=${value}`).join('; ') };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    const html = await response.text();
    return { status: response.status, url, location: location && new URL(location, url).href, html };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

/** Where a page's form goes. */
export function formAction(page: Page): string {
  const action = /<form method="post" action="([^"]+)"/.exec(page.html)?.[1];
  if (!action) throw new Error(`No form on ${page.url} (${page.status}): ${page.html.slice(0, 200)}`);
  return new URL(action, page.url).href;
}
