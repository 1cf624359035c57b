/** Carries mails off: to a mail server, or outside production into a folder that can be looked at. */
import type { MailConfig } from '#src/config/config.js';
import { createFolderMailer } from './folder-mailer.js';
import type { Mailer } from './mail.js';
import { createSmtpMailer } from './smtp-mailer.js';

/** Null where mails are not set up. */
export function createMailer(mail: MailConfig): Mailer | null {
  if (mail.kind === 'smtp') return createSmtpMailer(mail);
  return mail.kind === 'outbox' ? createFolderMailer(mail) : null;
}
