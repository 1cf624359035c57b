/** How a node speaks to others, as `src/app/node-links.ts` puts it together: over Redis, and directly where it can. */
import { DirectCarrier } from '#src/cluster/direct/direct-carrier.js';
import { MessageTransport } from '#src/cluster/message-transport.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { InjectionSite } from '../injection-points.js';
import { VirtualCarrier, VirtualLink } from './virtual-link.js';

const KEYS = [new Uint8Array(32).fill(7)];

interface Links {
  transport: NodeTransport;
  keep(tokens: readonly string[]): void;
}

export async function openLinks({ name, life, env, world }: InjectionSite): Promise<Links> {
  const { net, tcp, plan } = world;
  if (!plan.hasDirectLinks) return { transport: new VirtualLink(name, life, net), keep: () => undefined };
  const onError = (): void => undefined;
  const other = new VirtualCarrier(name, life, net);
  const network = tcp.of(name, life);
  // The record of a life is read from the store.
  const addressOf = async (token: string) => {
    await new Promise<void>((resolve) => life.timer(1, resolve));
    return net.addressOf(token);
  };
  const carrier = new DirectCarrier({ other, network, keys: KEYS, env, addressOf, onError });
  await carrier.open(null, 0);
  return {
    transport: new MessageTransport({ carrier, env, onError }),
    keep: (tokens) => carrier.keep(tokens),
  };
}
