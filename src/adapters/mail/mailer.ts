/** Sends mails to a mail server, or outside production into a folder. */
import type { MailConfig } from '#src/config/config.js';
import { createFolderMailer } from './folder-mailer.js';
import type { Mailer } from './mail.js';
import { createSmtpMailer } from './smtp-mailer.js';

/** Null if mail is not configured. */
export function createMailer(mail: MailConfig): Mailer | null {
  if (mail.kind === 'smtp') return createSmtpMailer(mail);
  return mail.kind === 'outbox' ? createFolderMailer(mail) : null;
}
