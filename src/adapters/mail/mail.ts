/** A composed mail to one person. */
export interface Mail {
  /** The same in every attempt, because the Message-ID is derived from it. */
  id: string;
  /** ms since epoch of its cause. */
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
