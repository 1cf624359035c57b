/** Texts of the daily statistics of a sponsored item. */
import { defineTexts } from '#page/app/text/define-texts.js';

const en = {
  title: 'Day by day',
  impressions: 'Impressions',
  clicks: 'Taps',
  used: 'Budget used',
  hides: 'Hides',
  hidesValue: (count: string) => `${count} people`,
  chart: (name: string, now: string, most: string) => `${name} by day. Last day: ${now}, at most ${most}.`,
  budgetChart: (used: string, budget: string) => `Budget used, day by day: ${used} of ${budget}.`,
  table: 'As a table',
  day: 'Day',
};

type SponsoredDaysTexts = typeof en;

const tr: SponsoredDaysTexts = {
  title: 'Gün gün',
  impressions: 'Gösterim',
  clicks: 'Dokunma',
  used: 'Kullanılan bütçe',
  hides: 'Gizleme',
  hidesValue: (count) => `${count} kişi`,
  chart: (name, now, most) => `Günlere göre ${name.toLocaleLowerCase('tr')}. Son gün: ${now}, en çok ${most}.`,
  budgetChart: (used, budget) => `Gün gün kullanılan bütçe: ${budget} içinde ${used}.`,
  table: 'Tablo olarak',
  day: 'Gün',
};

export const { useTexts: useSponsoredDaysText } = defineTexts({ en, tr });
