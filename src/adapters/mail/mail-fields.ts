/** A mail in the words of the mail library. */
import { readEmail } from '#src/domain/v1/v1-email.js';
import type { Mail } from './mail.js';

/** Null for an address that could mean more than one recipient, or more than a recipient. */
export function mailFields(mail: Mail, from: string) {
  if (readEmail(mail.to) !== mail.to) return null;
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return {
    from,
    // As an object it is one address, whatever stands in it; as a string it would be read as a list.
    to: { name: '', address: mail.to },
    envelope: { from: sender, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.at),
    messageId: `<${mail.id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    headers: {
      // RFC 3834: nobody's out-of-office note is wanted back.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
    // What a mail holds is made here: nothing of it is ever fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
