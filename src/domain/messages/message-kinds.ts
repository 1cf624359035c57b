/** The kinds of messages without a file: their texts, and the permission keys that they need. */
import type { MessageKind } from './message.js';
import { hasLink } from './message-text.js';

export const ARTICLE_BLOCKS_MAX = 200;
export const ARTICLE_BYTES_MAX = 65_536;
export const ARTICLE_TITLE_MAX = 120;
export const SURVEY_QUESTION_MAX = 300;
export const SURVEY_OPTION_MAX = 100;
export const SURVEY_OPTIONS_MIN = 2;
export const SURVEY_OPTIONS_MAX = 12;
export const PLACE_LABEL_MAX = 120;

export interface Survey {
  type: 'survey';
  question: string;
  options: string[];
  multiple: boolean;
  closes_at?: number;
}

export interface ImageBlock {
  type: 'image';
  key: string;
  width: number;
  height: number;
}

export type Block =
  | { type: 'paragraph' | 'heading' | 'quote' | 'code'; text: string }
  | { type: 'list'; items: string[] }
  | ImageBlock;

export interface Article {
  title: string;
  tag?: string;
  blocks: Block[];
}

const keyOfKind: Partial<Record<MessageKind, string>> = {
  photo: 'photos',
  video: 'videos',
  gif: 'gifs',
  sticker: 'gifs',
  document: 'files',
  entry: 'entries',
  article: 'entries',
  location: 'locations',
  contact: 'share_contact_cards',
  survey: 'surveys',
};

/** A reply in a discussion needs the discussion's key instead of the room's. */
export const keyToReact = (isReply: boolean): string =>
  isReply ? 'sub_chat.send_message.reactions' : 'send_message.reactions';

const KEY_TO_SAY = 'send_message';
const KEY_TO_REPLY = 'sub_chat.send_message';
/** Of most messages. */
const KEYS_TO_SAY: readonly string[] = [KEY_TO_SAY];
const KEYS_TO_REPLY: readonly string[] = [KEY_TO_REPLY];

/** The permission keys for a message. A reply in a discussion needs the discussion's keys instead of the room's. */
export function keysToSend(
  kind: MessageKind,
  body: string,
  attachment: object | null,
  isReply: boolean,
): readonly string[] {
  const ofKind = keyOfKind[kind];
  const isPlain = ofKind === undefined && attachment === null && !hasLink(body);
  if (isPlain) return isReply ? KEYS_TO_REPLY : KEYS_TO_SAY;
  const base = isReply ? KEY_TO_REPLY : KEY_TO_SAY;
  const keys: string[] = [base];
  if (ofKind !== undefined) keys.push(`${base}.${ofKind}`);
  if (hasLink(body) || wordsOf(attachment).some(hasLink)) keys.push(`${base}.links`);
  return keys;
}

/** Every text in an attachment or article, at any depth. */
export function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsOf);
}

/** The images of an article. The key of an image names a file of one room. */
export const imagesOf = ({ blocks }: Article): ImageBlock[] => blocks.filter((block) => block.type === 'image');
