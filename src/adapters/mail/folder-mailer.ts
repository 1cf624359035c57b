/** Mails as files: one for mail programs (.eml), and one for the page that shows them (.json). */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from './mail.js';
import { mailFields } from './mail-fields.js';

export interface FolderOptions {
  dir: string;
  from: string;
}

export function createFolderMailer({ dir, from }: FolderOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const fields = mailFields(mail, from);
      if (!fields) return { kind: 'refused', why: 'the address cannot be written to' };
      try {
        const { message } = await transport.sendMail(fields);
        await keep(dir, mail, message as Buffer);
        return { kind: 'sent' };
      } catch (error) {
        return { kind: 'retry', why: String((error as { code?: unknown }).code ?? 'unknown') };
      }
    },
    close: () => transport.close(),
  };
}

/** The file name has the time, so that a listing is in order, and the id, so that a repeated mail is the same file. */
async function keep(dir: string, mail: Mail, eml: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = `${new Date(mail.at).toISOString().replaceAll(/[:.]/g, '-')}_${mail.id}`;
  await put(join(dir, `${name}.eml`), eml);
  await put(join(dir, `${name}.json`), JSON.stringify(mail, null, 2));
}

/** Writes atomically. */
async function put(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
