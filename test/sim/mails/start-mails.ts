/** The mails of one process: the service's sender, and a mail server that is away now and then. */
import type { Env } from '#actors/runtime/env.js';
import { createMailSender, type MailSender } from '#jobs/mail/send-mails.js';
import { createLinkTokens } from '#src/adapters/credentials/v1-tokens.js';
import type { Mail, MailResult } from '#src/adapters/mail/mail.js';
import type { Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';

interface Site {
  world: World;
  life: ProcessLifetime;
  name: string;
  env: Env;
  node: Node;
  store: Store;
  isMine(address: string): boolean;
}

export const links = createLinkTokens(['a secret of the simulator']);
const context = { publicUrl: 'https://meydan.example', brand: 'Meydan' };
/** While something breaks, so many mails cannot be handed over yet, and of so many the answer is lost. */
const AWAY = 0.3;
const UNKNOWN = 0.1;

export function startMails({ world, life, name, env, node, store, isMine }: Site): MailSender {
  const chance = new SeededRandom(world.seed, `mails of ${name} from ${world.now}`);
  const nothing = () => undefined;
  const sender = createMailSender({
    addresses: node.addresses,
    reader: store,
    mailer: { send: (mail) => handOver(world, life, chance, mail), close: nothing },
    links,
    context,
    clock: env,
    log: { warn: nothing },
    mailed: nothing,
    isMine,
  });
  sender.start();
  return sender;
}

function handOver(world: World, life: ProcessLifetime, chance: SeededRandom, mail: Mail): Promise<MailResult> {
  return new Promise((resolve) => {
    const isAway = !world.isCalm && chance.hits(AWAY);
    const isUnknown = !world.isCalm && chance.hits(UNKNOWN);
    const isHeld = life.leavesAt > world.now;
    const arrivesAt = life.leavesAt + chance.between(5, 60);
    world.schedule.at(arrivesAt, () => {
      if (isHeld && life.isOver) return;
      if (!isAway) world.mails.push({ id: mail.id, to: mail.to, text: mail.text, at: world.now });
      const result: MailResult = isAway || isUnknown ? { kind: 'retry', why: 'away' } : { kind: 'sent' };
      life.comes(arrivesAt + chance.between(5, 60), () => resolve(result));
    });
  });
}
