/** A login that a provider vouches for: from its verified e-mail address to the code a page exchanges for tokens. */
import { hash } from 'node:crypto';
import type { V1Addresses } from '#actors/v1/commands.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import type { LinkTokens } from '#src/adapters/credentials/v1-tokens.js';

export interface ProviderLogins {
  /** `browser`: a secret of the browser that began the login. Answers the code. */
  enter(email: string, addressId: string, browser: string): Promise<string>;
}

interface Deps {
  addresses: V1Addresses;
  links: LinkTokens;
  env: EdgeEnv;
  codeTtlS: number;
}

export function createProviderLogins({ addresses, links, env, codeTtlS }: Deps): ProviderLogins {
  return {
    async enter(email, addressId, browser) {
      const link = env.uuid();
      const expiresAt = env.now() + codeTtlS * 1_000;
      const boundTo = bindingOf(browser);
      const account = { email, accountId: env.uuid() };
      await addresses.ask(addressId, { type: 'enter_with_provider', ...account, link, boundTo, expiresAt });
      return links.issue('code', link);
    },
  };
}

export const bindingOf = (browser: string): string => hash('sha256', browser, 'base64url');
