/**
 * Messages between nodes, sealed: who cannot sign does not get in, what is old or was heard before does not either.
 * `<mac> <from> <number> <ms when sent> <text>`; the seal covers the channel too, so that nothing can be led elsewhere.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Sealed {
  from: string;
  text: string;
}

export interface SealOptions {
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  now(): number;
}

/** Clocks of nodes may differ by less than this (the start sees to it), and a message is never under way for longer. */
const OLD_MS = 60_000;
const SENDERS_MAX = 4_096;
const FORM = /^([\w-]{43}) ([0-9a-f]{1,64}) (\d{1,15}) (\d{1,15}) /;

export class Seals {
  readonly #options: SealOptions;
  #sent = 0;
  /** The newest number heard of each sender on each channel. */
  readonly #heard = new Map<string, number>();

  constructor(options: SealOptions) {
    this.#options = options;
  }

  seal(channel: string, from: string, text: string): string {
    this.#sent += 1;
    const said = `${from} ${this.#sent} ${this.#options.now()} ${text}`;
    return `${mac(this.#options.keys[0] as Uint8Array, channel, said).toString('base64url')} ${said}`;
  }

  /** Null for what is forged, old or repeated. */
  open(channel: string, message: string): Sealed | null {
    const form = FORM.exec(message);
    if (!form) return null;
    const [head, given = '', from = '', number, sentAt] = form;
    const said = message.slice(given.length + 1);
    if (!this.#isSigned(channel, said, Buffer.from(given, 'base64url'))) return null;
    if (Math.abs(this.#options.now() - Number(sentAt)) > OLD_MS) return null;
    if (!this.#isNew(`${from} ${channel}`, Number(number))) return null;
    return { from, text: message.slice(head.length) };
  }

  #isSigned(channel: string, said: string, given: Buffer): boolean {
    return this.#options.keys.some((key) => {
      const wanted = mac(key, channel, said);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    });
  }

  #isNew(sender: string, number: number): boolean {
    if (number <= (this.#heard.get(sender) ?? 0)) return false;
    this.#heard.delete(sender);
    this.#heard.set(sender, number);
    if (this.#heard.size > SENDERS_MAX) this.#heard.delete(this.#heard.keys().next().value as string);
    return true;
  }
}

const mac = (key: Uint8Array, channel: string, said: string): Buffer =>
  createHmac('sha256', key).update(channel).update('\0').update(said).digest();
