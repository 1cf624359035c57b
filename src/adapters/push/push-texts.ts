/** The visible text of a push: a fixed sentence, the same for every room, sender and message. */
import type { Language } from '#src/domain/accounts/account.js';
import type { Push } from './push-sender.js';

const texts: Record<Language, Record<Push['type'], string>> = {
  tr: { message: 'Yeni bir mesajınız var', mention: 'Bir mesajda sizden söz edildi' },
  en: { message: 'You have a new message', mention: 'You were mentioned in a message' },
};

export const pushText = (type: Push['type'], language: Language | null): string => texts[language ?? 'tr'][type];
