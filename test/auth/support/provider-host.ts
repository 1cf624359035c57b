import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDevelopmentProvider, type DevelopmentProvider } from '#src/adapters/development-provider/provider.js';
import { createIdentityProvider, type IdentityProvider } from '#src/adapters/identity/identity-provider.js';

export interface ProviderHost extends AsyncDisposable {
  publicUrl: string;
  redirectUri: string;
  provider: DevelopmentProvider;
  identity: IdentityProvider;
  /** What went wrong on the provider's side. */
  errors: unknown[];
}

/** The development provider on a listener of its own, and the service's side of it. */
export async function hostProvider(publicUrlOf = (port: number) => `http://localhost:${port}`): Promise<ProviderHost> {
  const errors: unknown[] = [];
  const server = createServer((req, res) => void provider.callback(req, res));
  const port = await listen(server);
  const publicUrl = publicUrlOf(port);
  const provider: DevelopmentProvider = createDevelopmentProvider({
    publicUrl: () => publicUrl,
    localUrl: () => `http://127.0.0.1:${port}`,
    redirectUris: [],
    brand: 'meydan',
    now: () => Date.now(),
    onError: (error) => errors.push(error),
  });
  const { issuer, clientId, clientSecret, redirectUris, locate } = provider;
  const identity = createIdentityProvider({ issuer, clientId, clientSecret, redirectUris, locate, allowHttp: true });
  return {
    errors,
    publicUrl,
    redirectUri: `${publicUrl}/`,
    provider,
    identity,
    [Symbol.asyncDispose]: () => close(server),
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
