import type { V1Addresses } from '#actors/v1/commands.js';
import { createLinkTokens } from '#src/adapters/credentials/v1-tokens.js';
import { createMailer } from '#src/adapters/mail/mailer.js';
import type { Config } from '#src/config/config.js';
import type { Loggers } from '#src/observability/logger.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { Reader } from '#src/store/store.js';
import { createMailSender, type MailClock, type MailSender } from './send-mails.js';

export interface Mails extends MailSender {
  /** False if no mail can be sent; the outbox is then not written either. */
  canSend: boolean;
}

export interface MailsDeps {
  config: Config;
  addresses: V1Addresses;
  reader: Reader;
  env: MailClock;
  loggers: Loggers;
  metrics: Metrics;
  isMine(address: string): boolean;
}

/** The mail sender with its transport. */
export function openMails({ config, addresses, reader, env, loggers, metrics, isMine }: MailsDeps): Mails {
  const mailer = createMailer(config.mail);
  if (!mailer) return { canSend: false, start: () => undefined, wake: () => undefined, stop: async () => undefined };
  const sender = createMailSender({
    addresses,
    reader,
    mailer,
    isMine,
    links: createLinkTokens(config.secrets),
    context: { publicUrl: config.http.publicUrl, brand: config.brand },
    clock: env,
    log: loggers.jobs,
    mailed: metrics.mailed,
  });
  return {
    canSend: true,
    start: () => sender.start(),
    wake: () => sender.wake(),
    stop: () => sender.stop(),
  };
}
