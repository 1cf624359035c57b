/**
 * Signed messages between nodes (HMAC; the payload is plain text): a message with a wrong signature is rejected, and so
 * is one that is old or was received before. `<mac> <from> <number> <ms when sent> <text>`; the signature covers the
 * channel too, so that no message can be replayed on another channel.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedMessage {
  from: string;
  text: string;
}

export interface MessageSignerOptions {
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  now(): number;
}

/** The clocks of nodes differ by less than this (the start checks it), and no message is in transit for longer. */
const MESSAGE_AGE_MAX_MS = 60_000;
const SENDERS_MAX = 4_096;
/** The token of the sender: digits of its life, and the format that it knows (actors/cluster/node-token.ts). */
const SIGNED_MESSAGE = /^([\w-]{43}) ([0-9a-f]{1,64}(?:v\d{1,9})?) (\d{1,15}) (\d{1,15}) /;

export class MessageSigner {
  readonly #options: MessageSignerOptions;
  #sent = 0;
  /** The newest number received from each sender on each channel, or on all channels that are numbered together. */
  readonly #lastNumbers = new Map<string, number>();

  constructor(options: MessageSignerOptions) {
    this.#options = options;
  }

  sign(channel: string, from: string, text: string): string {
    this.#sent += 1;
    const signedText = `${from} ${this.#sent} ${this.#options.now()} ${text}`;
    return `${mac(this.#options.keys[0] as Uint8Array, channel, signedText).toString('base64url')} ${signedText}`;
  }

  /** Null for a forged, old or repeated message. `numbered`: the channels whose messages come in one order. */
  verify(channel: string, message: string, numbered = channel): SignedMessage | null {
    const form = SIGNED_MESSAGE.exec(message);
    if (!form) return null;
    const [head, given = '', from = '', number, sentAt] = form;
    const signedText = message.slice(given.length + 1);
    if (!this.#isSigned(channel, signedText, Buffer.from(given, 'base64url'))) return null;
    if (Math.abs(this.#options.now() - Number(sentAt)) > MESSAGE_AGE_MAX_MS) return null;
    if (!this.#isNew(`${from} ${numbered}`, Number(number))) return null;
    return { from, text: message.slice(head.length) };
  }

  #isSigned(channel: string, signedText: string, given: Buffer): boolean {
    return this.#options.keys.some((key) => {
      const wanted = mac(key, channel, signedText);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    });
  }

  #isNew(sender: string, number: number): boolean {
    if (number <= (this.#lastNumbers.get(sender) ?? 0)) return false;
    this.#lastNumbers.delete(sender);
    this.#lastNumbers.set(sender, number);
    if (this.#lastNumbers.size > SENDERS_MAX) this.#lastNumbers.delete(this.#lastNumbers.keys().next().value as string);
    return true;
  }
}

const mac = (key: Uint8Array, channel: string, signedText: string): Buffer =>
  createHmac('sha256', key).update(channel).update('\0').update(signedText).digest();
