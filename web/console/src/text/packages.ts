/** What is said around packages, credits and suspension. */
import { defineTexts } from '#page/app/text/define-texts.js';
import { locale } from './text.js';

const en = {
  waits: 'Waiting since',
  asked: 'Asks for',
  has: 'Has',
  nothing: 'No package',
  price: 'Price',
  gives: 'Gives',
  credits: 'Credits',
  invoice: 'Invoice to',
  organization: 'Organization',
  organizationId: 'Id of the organization',
  organizationIdHint: 'It stands in the panel, under the organization’s name.',
  approve: 'Approve',
  approved: 'Approved: the package is open.',
  reject: 'Reject',
  rejected: 'Rejected.',
  counters: { message: 'Messages', ai: 'AI', impression: 'Impressions', verification: 'Verifications' },
  grants: 'Credits and suspension',
  grantsHint: 'For any organization, also without a request.',
  counter: 'Counter',
  quantity: 'Quantity',
  quantityHint: 'With a minus it is taken away; a balance never falls below 0.',
  note: 'Note, shown among the movements',
  grant: 'Give',
  granted: (left: string) => `Given. Left: ${left}.`,
  suspend: 'Suspend',
  suspended: 'Suspended: nothing of it is shown.',
  isSuspended: 'Suspended',
  release: 'Lift the suspension',
  released: 'It goes on.',
};

export type PackageTexts = typeof en;

const tr: PackageTexts = {
  waits: 'Bekliyor',
  asked: 'İstediği',
  has: 'Şu anki',
  nothing: 'Paket yok',
  price: 'Fiyat',
  gives: 'Verdiği',
  credits: 'Krediler',
  invoice: 'Fatura',
  organization: 'Kuruluş',
  organizationId: 'Kuruluşun kimliği',
  organizationIdHint: 'Panelde kuruluşun adının altında yazar.',
  approve: 'Onayla',
  approved: 'Onaylandı: paket açıldı.',
  reject: 'Reddet',
  rejected: 'Reddedildi.',
  counters: { message: 'Mesaj', ai: 'Yapay zekâ', impression: 'Gösterim', verification: 'Doğrulama' },
  grants: 'Kredi ve askıya alma',
  grantsHint: 'İsteği olmayanlar da dahil, her kuruluş için.',
  counter: 'Sayaç',
  quantity: 'Miktar',
  quantityHint: 'Eksi yazılırsa geri alınır; bakiye 0’ın altına inmez.',
  note: 'Not, hareketlerde görünür',
  grant: 'Ver',
  granted: (left) => `Verildi. Kalan: ${left}.`,
  suspend: 'Askıya al',
  suspended: 'Askıya alındı: hiçbir içeriği gösterilmez.',
  isSuspended: 'Askıda',
  release: 'Askıdan çıkar',
  released: 'Devam ediyor.',
};

export const { useTexts: usePackageText } = defineTexts({ en, tr });

export const amount = (value: number): string => value.toLocaleString(locale());
export const price = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString(locale(), { style: 'currency', currency });
