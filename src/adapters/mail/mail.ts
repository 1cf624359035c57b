/** A mail as it is written, for one person. */
export interface Mail {
  /** Stays the same when it is sent again: its Message-ID is made of it. */
  id: string;
  /** ms since epoch at which its cause happened. */
  at: number;
  to: string;
  language: string;
  subject: string;
  text: string;
  html: string;
}

/** `why` is for operators: codes, never an address. */
export type MailResult = { kind: 'sent' } | { kind: 'refused'; why: string } | { kind: 'retry'; why: string };

export interface Mailer {
  /** Never rejects. */
  send(mail: Mail): Promise<MailResult>;
  close(): void;
}
