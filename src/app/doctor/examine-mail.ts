import { verifySmtp } from '#src/adapters/mail/smtp-mailer.js';
import type { MailConfig } from '#src/config/v1-config.js';
import { examineFolder } from './examine-folder.js';
import { type Examination, ok, warning } from './finding.js';

export async function examineMail(mail: MailConfig): Promise<Examination> {
  if (mail.kind === 'none') return { findings: [warning('no mail is sent: SMTP_URL is not set')] };
  if (mail.kind === 'outbox') {
    const { findings } = await examineFolder(mail.dir);
    return { findings: [warning(`mails become files in ${mail.dir}: SMTP_URL is not set`), ...findings] };
  }
  await verifySmtp(mail);
  return { findings: [ok(`${new URL(mail.url).host} takes mails, for ${mail.from}`)] };
}
