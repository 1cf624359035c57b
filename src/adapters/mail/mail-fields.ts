/** Converts a mail to the format of the mail library. */
import { readEmail } from '#src/domain/v1/v1-email.js';
import type { Mail } from './mail.js';

/** Null for an address that could be read as several recipients, or as more than an address. */
export function mailFields(mail: Mail, from: string) {
  if (readEmail(mail.to) !== mail.to) return null;
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return {
    from,
    // As an object it is one address, whatever it contains; a string would be parsed as a list.
    to: { name: '', address: mail.to },
    envelope: { from: sender, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.at),
    messageId: `<${mail.id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    headers: {
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
    // Mails contain only own content; the library must not fetch any.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
