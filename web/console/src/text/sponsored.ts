/** What is said around the review of sponsored items. */
import { type Language, language, useText } from './text.js';

const en = {
  status: { review: 'Waiting', live: 'Live', paused: 'Paused', rejected: 'Rejected', ended: 'Ended', draft: 'Draft' },
  nothing: 'There is nothing here.',
  preview: 'As people see it',
  placements: { chats: 'In the chat list', discover_topics: 'Among topics', discover_entries: 'Among articles' },
  organization: 'Organization',
  target: 'Leads to',
  kinds: { url: 'Web address', room: 'Room', deeplink: 'App' },
  languages: 'Languages',
  platforms: 'Platforms',
  audience: 'Audience',
  all: 'All',
  everybody: 'Everybody',
  activity: (level: string) => `activity at least ${level}`,
  budget: 'Budget',
  impressions: (count: string) => `${count} impressions`,
  counted: 'So far',
  clicks: (count: string) => `${count} taps`,
  runs: 'Runs',
  from: (when: string) => `from ${when}`,
  until: (when: string) => `until ${when}`,
  always: 'from approval until the budget is used up',
  reason: 'Why it is rejected',
  reasonHint: 'Shown to the organization beside the item. Ctrl + Enter sends it.',
  approve: 'Approve',
  approved: 'Approved: it is live.',
  reject: 'Reject',
  rejected: 'Rejected.',
};

type SponsoredReviewTexts = typeof en;

const tr: SponsoredReviewTexts = {
  status: {
    review: 'Bekleyen',
    live: 'Yayında',
    paused: 'Duraklatılmış',
    rejected: 'Reddedilen',
    ended: 'Biten',
    draft: 'Taslak',
  },
  nothing: 'Burada bir şey yok.',
  preview: 'İnsanların gördüğü gibi',
  placements: {
    chats: 'Sohbet listesinde',
    discover_topics: 'Başlıklar arasında',
    discover_entries: 'Yazılar arasında',
  },
  organization: 'Kuruluş',
  target: 'Götürdüğü yer',
  kinds: { url: 'Web adresi', room: 'Oda', deeplink: 'Uygulama' },
  languages: 'Diller',
  platforms: 'Platformlar',
  audience: 'Hedef kitle',
  all: 'Hepsi',
  everybody: 'Herkes',
  activity: (level) => `etkinlik en az ${level}`,
  budget: 'Bütçe',
  impressions: (count) => `${count} gösterim`,
  counted: 'Şimdiye dek',
  clicks: (count) => `${count} dokunma`,
  runs: 'Süre',
  from: (when) => `${when} tarihinden`,
  until: (when) => `${when} tarihine dek`,
  always: 'onaydan bütçe bitene dek',
  reason: 'Neden reddediliyor',
  reasonHint: 'Kuruluş bunu içeriğin yanında görür. Ctrl + Enter gönderir.',
  approve: 'Onayla',
  approved: 'Onaylandı: yayında.',
  reject: 'Reddet',
  rejected: 'Reddedildi.',
};

const tables: Record<Language, SponsoredReviewTexts> = { tr, en };

export function useSponsoredText(): SponsoredReviewTexts {
  useText();
  return tables[language()];
}
